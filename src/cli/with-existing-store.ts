import { existsSync } from 'node:fs'
import type { Store } from '../store.js'
import { databaseFile, openStore, openWorkspace } from '../workspace.js'
import type { CliContext } from './command.js'

/** The project's store, or null where there is none: looking must not make one. */
export async function withExistingStore<T>(
  context: CliContext,
  use: (store: Store | null) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace({ ...context, now: context.now() })
  const file = databaseFile(workspace)
  if (file === null || !existsSync(file)) return use(null)
  const store = await openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}
