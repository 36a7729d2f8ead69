import { expect, it } from 'vitest'
import type { Store, StoreRow } from '../../store.js'
import { sampleWrite } from '../../testing/store-contract/samples.js'
import { makeOldDatabase } from '../__fixtures__/old-database.js'
import { migrate } from './migrate.js'
import { SCHEMA_VERSION } from './migrations.js'
import { SqlStore } from './sql-store.js'
import { openSqliteDriver } from './sqlite-driver.js'
import { tables } from './tables.js'

async function readAll(store: Store): Promise<StoreRow[]> {
  const rows: StoreRow[] = []
  await store.exportRows((row) => void rows.push(row))
  return rows
}

const earlier = Array.from({ length: SCHEMA_VERSION - 1 }, (_, index) => index + 1)

it.each(earlier)(
  'brings a database of version %i up to date with every row, and finds texts in it',
  async (version) => {
    const driver = openSqliteDriver(':memory:', { busyTimeoutMs: 0 })
    const rows = await makeOldDatabase(driver, version)
    await migrate(driver, 'memory')
    await migrate(driver, 'memory')
    const store = new SqlStore(driver, { author: 'ada' })
    expect(await readAll(store)).toEqual(rows)
    expect(await store.searchMemory({ words: ['text'] })).toHaveLength(3)
    expect(await store.searchLessons({ place: 'subject-a' })).toHaveLength(3)
    await store.close()
  },
)

const SHAPE = `
  SELECT m.name || ' ' || c.cid || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' ||
    coalesce(c.dflt_value, '-') AS made
  FROM sqlite_master m JOIN pragma_table_info(m.name) c
  UNION ALL SELECT name FROM sqlite_master WHERE type <> 'table'
  ORDER BY 1`

async function readShape(isNew: boolean): Promise<unknown[]> {
  const driver = openSqliteDriver(':memory:', { busyTimeoutMs: 0 })
  if (!isNew) await makeOldDatabase(driver, 1)
  await migrate(driver, 'memory')
  const rows = await driver.read((connection) => connection.all(SHAPE))
  await driver.close()
  return rows.map((row) => row['made'])
}

it('makes the same tables in a new database as in one that is brought up to date', async () => {
  const made = await readShape(true)
  expect(made.length).toBeGreaterThan(100)
  expect(made).toEqual(await readShape(false))
})

it('says of old rows that they are private and of no known author, and of new ones whose they are', async () => {
  const driver = openSqliteDriver(':memory:', { busyTimeoutMs: 0 })
  await makeOldDatabase(driver, SCHEMA_VERSION - 1)
  await migrate(driver, 'memory')
  const store = new SqlStore(driver, { author: 'ada' })
  await store.add([sampleWrite('task', { id: 'new' }), sampleWrite('task', { id: 'id-1' })])
  const owned = await driver.read((connection) =>
    connection.all('SELECT id, author, visibility FROM tasks ORDER BY id'),
  )
  expect(owned.map((row) => ({ ...row }))).toEqual([
    { id: 'id-1', author: null, visibility: 'private' },
    { id: 'id-2', author: null, visibility: 'private' },
    { id: 'id-3', author: null, visibility: 'private' },
    { id: 'new', author: 'ada', visibility: 'private' },
  ])
  await store.close()
})

it('has an index for every question that the tables name, and none besides', async () => {
  const driver = openSqliteDriver(':memory:', { busyTimeoutMs: 0 })
  await migrate(driver, 'memory')
  const rows = await driver.read((connection) =>
    connection.all(`SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`),
  )
  const names = Object.values(tables).flatMap(({ name, asked }) => [
    `${name}_at`,
    ...asked.map((column) => `${name}_${column}`),
  ])
  const own = [
    'events_session',
    'events_kind',
    'events_at',
    'sessions_at',
    'cache_at',
    'search_keys_record',
    'sums_at',
    'sums_place',
  ]
  expect(rows.map((row) => row['name']).sort()).toEqual([...names, ...own].sort())
  await driver.close()
})
