import type { Store } from '../store.js'
import { migrate } from './sql/migrate.js'
import { SqlStore } from './sql/sql-store.js'
import type { SqlStoreOptions } from './sql/sql-store.js'
import { openSqliteDriver } from './sql/sqlite-driver.js'

/** A store that is gone with the process: the same SQL on a database in memory. */
export async function openMemoryStore(options: SqlStoreOptions = {}): Promise<Store> {
  const driver = openSqliteDriver(':memory:', { busyTimeoutMs: 0 })
  await migrate(driver, 'memory')
  return new SqlStore(driver, options)
}
