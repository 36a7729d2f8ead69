import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, it } from 'vitest'
import { storeContract } from '../testing/store-contract.js'
import { loadSqlite } from './sql/sqlite-library.js'
import { openSqliteStore } from './sqlite.js'

storeContract(
  'SQLite',
  async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-store-'))
    const file = path.join(dir, 'store.db')
    let store = await openSqliteStore(file)
    return {
      store,
      reopen: async () => {
        await store.close()
        store = await openSqliteStore(file)
        return store
      },
      dump: async () => dumpDatabase(file),
      close: async () => {
        await store.close()
        rmSync(dir, { recursive: true })
      },
    }
  },
  { describe, it },
)

/** Every column of every row of every table, read by a connection of its own. */
function dumpDatabase(file: string): string {
  const database = new (loadSqlite().DatabaseSync)(file, { readOnly: true })
  const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all()
  const rows = (tables as { name: string }[]).map(({ name }) => [
    name,
    database.prepare(`SELECT * FROM ${name}`).all(),
  ])
  database.close()
  return JSON.stringify(rows)
}
