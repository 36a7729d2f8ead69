import type { Store } from '../store.js'
import { openStore } from '../wiring/workspace.js'
import type { Workspace } from '../wiring/workspace.js'

/** Lends the project's store, which is made where there is none: something is recorded. */
export async function withStore<T>(
  workspace: Workspace,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}
