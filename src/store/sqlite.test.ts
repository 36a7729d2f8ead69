import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeContract } from '../testing/store-contract.js'
import { loadSqlite } from './sql/sqlite-library.js'
import { openSqliteStore } from './sqlite.js'

let templates: string
const emptyStore = () => path.join(templates, 'empty.db')

/** Making the tables takes longer than most tests: an empty store is made once, and copied. */
beforeAll(async () => {
  templates = mkdtempSync(path.join(os.tmpdir(), 'reflectory-store-'))
  await (await openSqliteStore(emptyStore())).close()
})
afterAll(() => rmSync(templates, { recursive: true }))

storeContract(
  'SQLite',
  async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-store-'))
    const file = path.join(dir, 'store.db')
    copyFileSync(emptyStore(), file)
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

it('lets two stores of one process share a file without waiting for each other in vain', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-store-'))
  const open = () => openSqliteStore(path.join(dir, 'store.db'), { busyTimeoutMs: 0 })
  const stores = [await open(), await open()]
  const event = { at: '2030-01-01T00:00:00.000Z', kind: 'x', sessionId: 's', key: null, body: 1 }
  await Promise.all(Array.from({ length: 40 }, (_, n) => stores[n % 2]!.add([], [event, event])))
  const ids = (await stores[0]!.readEvents()).map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: 80 }, (_, n) => n + 1))
  for (const store of stores) await store.close()
  rmSync(dir, { recursive: true })
})

it.each(['', ':memory:', 'file:store.db', 'file::memory:?cache=shared'])(
  'refuses "%s", which is not the path of a file, and makes none',
  async (name) => {
    await expect(openSqliteStore(name)).rejects.toMatchObject({ code: 'usage' })
    expect(name !== '' && existsSync(name)).toBe(false)
  },
)

it('lets others go on while it is asked again and again', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-store-'))
  const store = await openSqliteStore(path.join(dir, 'store.db'))
  let fired = 0
  const timer = setInterval(() => (fired += 1), 1)
  for (let read = 0; read < 10_000; read += 1) await store.readEvents({ limit: 1 })
  clearInterval(timer)
  expect(fired).toBeGreaterThan(1)
  await store.close()
  rmSync(dir, { recursive: true })
})

it('leaves no long WAL behind, and all that was in it', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-store-'))
  const file = path.join(dir, 'store.db')
  const reader = await openSqliteStore(file)
  const store = await openSqliteStore(file)
  const event = { at: '2030-01-01T00:00:00.000Z', kind: 'x', sessionId: 's', key: null }
  await store.add([], [{ ...event, body: 'long text '.repeat(200_000) }])
  const before = statSync(`${file}-wal`).size
  await store.close()
  expect({ before: before > 1024 * 1024, after: statSync(`${file}-wal`).size }).toEqual({
    before: true,
    after: 0,
  })
  expect(await reader.readEvents()).toHaveLength(1)
  await reader.close()
  rmSync(dir, { recursive: true })
})

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
