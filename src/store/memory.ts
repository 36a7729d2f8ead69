import { homedir } from 'node:os'
import type { Store } from '../store.js'
import { migrate } from './sql/migrate.js'
import { SqlStore } from './sql/sql-store.js'
import type { SqlStoreOptions } from './sql/sql-store.js'
import { openSqliteDriver } from './sql/sqlite-driver.js'

/** How a store in memory is opened. */
export interface MemoryStoreOptions extends SqlStoreOptions {
  /** The home directory, for which `~` is stored. @default the user's own */
  home?: string
}

/** A store that is gone with the process: the same SQL on a database in memory. */
export async function openMemoryStore({
  home = homedir(),
  ...options
}: MemoryStoreOptions = {}): Promise<Store> {
  const driver = openSqliteDriver(':memory:', { busyTimeoutMs: 0, home })
  await migrate(driver, 'memory')
  return new SqlStore(driver, options)
}
