import type { Config } from '../../schema/config.js'
import type { ModelRole } from '../../schema/model-call.js'
import { ReflectError } from '../../schema/error.js'
import type { Model } from '../../model.js'
import { nearest } from '../../util/nearest.js'
import { openModelOf, openStore, openWorkspace } from '../../workspace.js'
import type { CliContext } from '../command.js'

export interface ModelTerms {
  role: ModelRole
  /** What `--model` says: `none`, a backend's name, or nothing for the configured ones. */
  choice: string | undefined
}

/** Runs something with the model of the user's choice, or with null where there is none. */
export async function withModel<T>(
  context: CliContext,
  { role, choice }: ModelTerms,
  work: (model: Model | null, config: Config) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace({ ...context, now: context.now() })
  const { values } = workspace.loaded
  if (choice === 'none') return work(null, values)
  const config = choice === undefined ? values : withOnly(values, role, choice)
  if ((config.models.roles[role] ?? config.models.roles.default ?? []).length === 0) {
    return work(null, values)
  }
  const store = await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 200 })
  try {
    const loaded = { ...workspace.loaded, values: config }
    return await work(openModelOf({ ...workspace, loaded }, store, context), config)
  } finally {
    await store.close()
  }
}

function withOnly(config: Config, role: ModelRole, name: string): Config {
  const known = Object.keys(config.models.backends)
  if (!known.includes(name)) {
    const like = nearest(name, known)
    throw new ReflectError('usage', `models.backends has no "${name}"`, {
      remedy:
        like === null
          ? 'Use --model none, or name one in reflection.yaml.'
          : `Did you mean ${like}?`,
    })
  }
  const { models } = config
  return { ...config, models: { ...models, roles: { ...models.roles, [role]: [name] } } }
}
