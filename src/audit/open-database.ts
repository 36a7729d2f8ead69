import { copyFileSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { QueryRows } from '../agent.js'
import { makeOurFolder } from '../util/our-folder.js'
import { loadSqlite } from '../store/sql/sqlite-library.js'

const SIDES = ['', '-wal']

export interface OpenedDatabase {
  query: QueryRows
  close(): void
}

/** A copy of a client's database: SQLite writes beside the file that it reads, and that is not ours. */
export function openDatabaseCopy(file: string, folder: string): OpenedDatabase {
  const copy = path.join(folder, `${path.basename(file)}.copy`)
  const remove = (): void => {
    for (const side of [...SIDES, '-shm']) rmSync(`${copy}${side}`, { force: true })
  }
  makeOurFolder(folder)
  remove()
  try {
    for (const side of SIDES) {
      if (existsSync(`${file}${side}`)) copyFileSync(`${file}${side}`, `${copy}${side}`)
    }
    const { DatabaseSync } = loadSqlite()
    const database = new DatabaseSync(copy)
    return {
      query: (sql, ...values) => database.prepare(sql).all(...values) as ReturnType<QueryRows>,
      close() {
        database.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
