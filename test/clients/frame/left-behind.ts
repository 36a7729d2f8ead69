import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { loadSqlite } from '../../../src/store/sql/sqlite-library.js'
import type { OpenedClient } from './open-client.js'
import { SECRET } from './stories.js'

/** Every place in the store's rows and in the files we wrote that holds a secret or the home's path. */
export async function findLeaks(opened: OpenedClient): Promise<string[]> {
  const leaks: string[] = []
  const look = (where: string, text: string): void => {
    if (text.includes(SECRET)) leaks.push(`${where}: the secret`)
    for (const home of [opened.home, encodeURI(opened.home)]) {
      const at = text.indexOf(home)
      if (at !== -1) leaks.push(`${where}: the home, in …${text.slice(at - 60, at + 80)}…`)
    }
  }
  const stateDir = opened.stateDir()
  if (stateDir === null) throw new Error('nothing was recorded')
  const rows = readRows(path.join(stateDir, 'reflectory.db'))
  if (rows.length < 10) throw new Error('hardly anything was recorded')
  for (const { table, text } of rows) look(table, text)
  const written = [stateDir, path.join(opened.root, '.reflection')].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.db(-\w+)?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  )
  for (const file of written) look(path.basename(file), readFileSync(file, 'latin1'))
  return leaks
}

function readRows(file: string): { table: string; text: string }[] {
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(file)
  try {
    const tables = database
      .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%fts%'`)
      .all() as { name: string }[]
    return tables.flatMap(({ name }) =>
      (database.prepare(`SELECT * FROM "${name}"`).all() as object[]).map((row) => ({
        table: name,
        text: Object.values(row).map(String).join('\n'),
      })),
    )
  } finally {
    database.close()
  }
}
