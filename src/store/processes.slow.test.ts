import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildChild, startChild } from './__fixtures__/start-child.js'
import { loadSqlite } from './sql/sqlite-library.js'
import { openSqliteStore } from './sqlite.js'

let child: string
let dir: string
let file: string

beforeAll(async () => {
  child = await buildChild()
})
afterAll(() => rmSync(path.dirname(child), { recursive: true }))
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-processes-'))
  file = path.join(dir, 'store.db')
})
afterEach(() => rmSync(dir, { recursive: true }))

it('loses nothing of 4 processes with 2,000 transactions each, and a reader misses none', async () => {
  const reader = await openSqliteStore(file, { busyTimeoutMs: 60_000 })
  const children = ['a', 'b', 'c', 'd'].map((name) =>
    startChild(child, ['write', file, `${name}:2000`]),
  )
  let isDone = false
  const done = Promise.all(children.map((each) => each.done)).then((lines) => {
    isDone = true
    return lines
  })
  const polled: number[] = []
  for (let last = false; !last;) {
    last = isDone
    const events = await reader.readEvents({ after: polled.at(-1) ?? 0, limit: 10_000 })
    polled.push(...events.map(({ id }) => id))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await done).toEqual([['written'], ['written'], ['written'], ['written']])
  expect(polled).toEqual(Array.from({ length: 8000 }, (_, n) => n + 1))
  const ids = (await reader.list('interaction', { limit: 10_000 })).map(({ id }) => id)
  const expected = ['a', 'b', 'c', 'd'].flatMap((name) =>
    Array.from({ length: 2000 }, (_, n) => `${name}-${n}`),
  )
  expect(ids.sort()).toEqual(expected.sort())
  await reader.close()
})

it('keeps every acknowledged record of 20 writers that are killed at random moments', async () => {
  const acknowledged: string[] = []
  for (let round = 0; round < 10; round += 1) {
    const pair = [0, 1].map((n) => startChild(child, ['forever', file, `w${round * 2 + n}`]))
    for (const each of pair) {
      await each.started
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 250))
      each.process.kill('SIGKILL')
      acknowledged.push(...(await each.done))
    }
  }
  expect(new Set(acknowledged.map((id) => id.split('-')[0])).size).toBe(20)
  const store = await openSqliteStore(file)
  const kept = (await store.list('interaction', { limit: 1_000_000 })).map(({ id }) => id)
  const known = new Set(kept)
  expect(acknowledged.filter((id) => !known.has(id))).toEqual([])
  // A writer may die between the commit and its word of it: one more each, never more.
  expect(kept.length - acknowledged.length).toBeLessThanOrEqual(20)
  const events = await store.readEvents({ limit: 1_000_000 })
  expect(events.map(({ id }) => id)).toEqual(kept.map((_, n) => n + 1))
  expect(events.map(({ body }) => (body as { id: string }).id).sort()).toEqual(kept.sort())
  await store.close()
  const database = new (loadSqlite().DatabaseSync)(file)
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  database.close()
})

it('migrates a new file once, however many processes open it first', async () => {
  for (let round = 0; round < 5; round += 1) {
    const target = path.join(dir, `new-${round}`, 'store.db')
    const children = Array.from({ length: 8 }, (_, n) =>
      startChild(child, ['open', target, `${n}`]),
    )
    const said = await Promise.all(children.map((each) => each.done))
    expect(said).toEqual(Array.from({ length: 8 }, () => ['opened']))
    const store = await openSqliteStore(target)
    expect((await store.readEvents()).length).toBe(8)
    await store.close()
  }
})
