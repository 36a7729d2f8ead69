import { existsSync } from 'node:fs'
import type { Store } from '../store.js'
import { databaseFile, openStore } from '../workspace.js'
import type { Workspace } from '../workspace.js'

/** The project's store; null where none is: looking must not make a database. */
export async function openExistingStore(workspace: Workspace): Promise<Store | null> {
  const file = databaseFile(workspace)
  if (file === null || !existsSync(file)) return null
  return openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
}
