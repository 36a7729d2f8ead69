import { existsSync } from 'node:fs'
import { ReflectError } from '../../schema/error.js'
import type { Store } from '../../store.js'
import { databaseFile, openStore } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'

/** What a project's store says; null where there is none yet, because looking must not make one. */
export async function askStore<T>(
  workspace: Workspace,
  ask: (store: Store) => Promise<T>,
): Promise<T | null> {
  const file = databaseFile(workspace)
  if (file === null || !existsSync(file)) return null
  const store = await openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
  try {
    return await ask(store)
  } finally {
    await store.close()
  }
}

/** The same where a store that can't be opened is another check's finding. */
export async function askOpenStore<T>(
  workspace: Workspace,
  ask: (store: Store) => Promise<T>,
): Promise<T | null> {
  try {
    return await askStore(workspace, ask)
  } catch (error) {
    if (error instanceof ReflectError) return null
    throw error
  }
}
