import { expect, it } from 'vitest'
import { sampleWrite } from '../../testing/store-contract/samples.js'
import { migrate } from './migrate.js'
import { migrations, SCHEMA_VERSION } from './migrations.js'
import { SqlStore } from './sql-store.js'
import { openSqliteDriver } from './sqlite-driver.js'
import { putRecord } from './statements.js'
import { toStoredRecord } from './stored-row.js'

/** A database as an earlier version left it, with one record of each searchable kind. */
async function openVersion(version: number) {
  const driver = openSqliteDriver(':memory:', { busyTimeoutMs: 0 })
  await driver.transaction(async (connection) => {
    const { dialect } = driver
    await connection.run('CREATE TABLE meta (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
    await connection.run(`INSERT INTO meta VALUES ('schema_version', ?)`, [String(version)])
    for (const migration of migrations.slice(0, version)) {
      for (const statement of migration(dialect)) await connection.run(statement)
    }
    for (const kind of ['memory', 'lesson'] as const) {
      const { columns, body } = toStoredRecord(sampleWrite(kind))
      const { id, session_id, subject, state, at } = columns
      await connection.run(putRecord(kind), [id, session_id, subject, state, at, body])
    }
  })
  return driver
}

it.each(Array.from({ length: SCHEMA_VERSION }, (_, index) => index + 1))(
  'brings a database of version %i up to date, and finds what was in it by its text',
  async (version) => {
    const driver = await openVersion(version)
    await migrate(driver, 'memory')
    await migrate(driver, 'memory')
    const store = new SqlStore(driver)
    const { record: entry } = sampleWrite('memory') as { record: { id: string; text: string } }
    expect(await store.searchMemory({ words: entry.text.split(' ') })).toEqual([entry])
    const { record: lesson } = sampleWrite('lesson', { subject: 'subject-a' })
    expect(await store.searchLessons({ place: 'subject-a' })).toEqual([lesson])
    await store.close()
  },
)
