import { ReflectError } from '../schema/error.js'
import type { ModelRole } from '../schema/model-call.js'
import type { Model } from '../model.js'
import { openModelOf, openWorkspace } from '../wiring/workspace.js'
import type { CliContext } from './command.js'

/**
 * Runs with the model that was named for a role: `none`, or a backend of the config. What it asks is a
 * try: its ledger ends with it, so that no project is touched and no session's budget is used up.
 */
export async function withModel<T>(
  context: CliContext,
  name: string,
  run: (model: Model | null) => Promise<T>,
  role: ModelRole = 'judge',
): Promise<T> {
  if (name === 'none') return run(null)
  const workspace = await openWorkspace({ ...context, now: context.now() })
  const { backends } = workspace.loaded.values.models
  if (!Object.hasOwn(backends, name)) {
    const known = Object.keys(backends)
    throw new ReflectError('usage', `There is no model backend "${name}"`, {
      remedy:
        known.length === 0
          ? 'None is configured; see `reflect config`.'
          : `Available: ${known.join(', ')}.`,
    })
  }
  const values = structuredClone(workspace.loaded.values)
  values.models.roles[role] = [name]
  const loaded = { ...workspace.loaded, values }
  const { openMemoryStore } = await import('../store/memory.js')
  const store = await openMemoryStore()
  try {
    return await run(openModelOf({ ...workspace, loaded }, store, context))
  } finally {
    await store.close()
  }
}
