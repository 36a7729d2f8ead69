import { ReflectError } from '../../schema/error.js'
import type { SqliteDialect } from './dialect.js'
import type { SqlConnection, SqlDriver } from './driver.js'
import { migrations, SCHEMA_VERSION } from './migrations.js'

/** Brings the database to this program's version; several processes may try at once. */
export async function migrate(driver: SqlDriver<SqliteDialect>, where: string): Promise<void> {
  const version = await driver.read((connection) => readVersion(connection, driver.dialect))
  if (version === SCHEMA_VERSION) return
  refuseNewer(version, where)
  await driver.transaction(async (connection) => {
    // Read again under the write lock: another process may have been first.
    const current = await readVersion(connection, driver.dialect)
    refuseNewer(current, where)
    if (current === 0) await createMeta(connection, driver.dialect, where)
    const statements = migrations.slice(current).flatMap((make) => make(driver.dialect))
    for (const statement of withAddedColumns(statements)) await connection.run(statement)
    await connection.run(`UPDATE meta SET value = ? WHERE id = 'schema_version'`, [
      String(SCHEMA_VERSION),
    ])
  })
}

const ADD_COLUMN = /^ALTER TABLE (\w+) ADD COLUMN (.+)$/

/**
 * A table that is made here gets the columns that a later statement adds at once: each of those reads
 * the whole schema anew, which would take most of the time that a first opening takes.
 */
function withAddedColumns(statements: readonly string[]): string[] {
  const made: string[] = []
  for (const statement of statements) {
    const [, table, column] = ADD_COLUMN.exec(statement) ?? []
    const index = made.findIndex((other) => other.startsWith(`CREATE TABLE ${table} (`))
    if (index === -1) made.push(statement)
    else made[index] = made[index]!.replace(/\)([^)]*)$/, `, ${column})$1`)
  }
  return made
}

/** 0 where there is nothing of ours. */
async function readVersion(connection: SqlConnection, dialect: SqliteDialect): Promise<number> {
  try {
    const [row] = await connection.all(`SELECT value FROM meta WHERE id = 'schema_version'`)
    const version = Number(row?.['value'] ?? 0)
    return Number.isSafeInteger(version) && version > 0 ? version : 0
  } catch (error) {
    if (dialect.isMissingTable(error)) return 0
    throw error
  }
}

async function createMeta(connection: SqlConnection, dialect: SqliteDialect, where: string) {
  const [row] = await connection.all(dialect.countTables)
  if (Number(row?.['tables']) > 0) {
    throw new ReflectError('store-unavailable', `${where} is a database, but not one of ours`, {
      remedy: 'Name another place for the store; this one is left untouched.',
    })
  }
  await connection.run(
    `CREATE TABLE meta (id TEXT PRIMARY KEY, value TEXT NOT NULL)${dialect.tableSuffix}`,
  )
  await connection.run(`INSERT INTO meta (id, value) VALUES ('schema_version', '0')`)
}

function refuseNewer(version: number, where: string): void {
  if (version <= SCHEMA_VERSION) return
  throw new ReflectError(
    'store-newer',
    `${where} was written by a newer Reflectory (schema ${version}; this one knows ${SCHEMA_VERSION})`,
    { remedy: 'Update this installation: `npm install -g reflectory@latest`.' },
  )
}
