import type { Store } from '../store.js'
import { openExistingStore, openWorkspace } from '../wiring/workspace.js'
import type { CliContext } from './command.js'

/** Lends the project's store, or null where there is none. */
export async function withExistingStore<T>(
  context: CliContext,
  use: (store: Store | null) => Promise<T>,
): Promise<T> {
  const store = await openExistingStore(await openWorkspace({ ...context, now: context.now() }))
  try {
    return await use(store)
  } finally {
    await store?.close()
  }
}
