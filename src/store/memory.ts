import { homedir } from 'node:os'
import type { Store } from '../store.js'
import { migrate } from './sql/migrate.js'
import { SqlStore } from './sql/sql-store.js'
import { openSqliteDriver } from './sql/sqlite-driver.js'

/** A store that is gone with the process: the same SQL on a database in memory. */
export async function openMemoryStore(home: string = homedir()): Promise<Store> {
  const driver = openSqliteDriver(':memory:', { busyTimeoutMs: 0, home })
  await migrate(driver, 'memory')
  return new SqlStore(driver)
}
