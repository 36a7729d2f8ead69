import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sampleEvent, sampleState, sampleWrite } from '../testing/store-contract/samples.js'
import { openMemoryStore } from './memory.js'
import { openSpoolStore } from './spool-store.js'
import { drainSpool } from './spool.js'

let dir: string

beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-spool-store-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const SESSION = { sessionId: 'session-a', key: null }

it('spools what a transaction and an addition would have written, and nothing for nothing', async () => {
  let n = 0
  const store = openSpoolStore(dir, () => `id-${(n += 1)}`)
  const result = await store.transact(SESSION, (state, known) => ({
    state: sampleState(),
    events: [sampleEvent()],
    writes: [sampleWrite('task')],
    result: { state, known },
  }))
  expect(result).toEqual({ state: null, known: { seen: false, logged: new Set(), blind: true } })
  await store.add([sampleWrite('finding')])
  await store.transact(SESSION, () => ({ state: null, events: [], writes: [], result: null }))
  expect(readdirSync(dir).length).toBe(2)
  const real = await openMemoryStore()
  const report = await drainSpool(real, dir, (state) => state, 200, new Date(0))
  expect(report).toEqual({ files: 2, rows: 3, unreadable: 0 })
  expect(await real.list('finding')).toEqual([sampleWrite('finding').record])
  await real.close()
})

it.each([
  ['one instant', () => 'same'],
  ['a clock that goes backwards', countdown()],
])('keeps its own order with ids of %s', async (_, nextId) => {
  const store = openSpoolStore(dir, nextId)
  for (let n = 0; n < 12; n += 1) await store.add([], [sampleEvent({ body: n })])
  const real = await openMemoryStore()
  await drainSpool(real, dir, (state) => state, 200, new Date(0))
  const bodies = (await real.readEvents({ kinds: ['agent.tested'] })).map(({ body }) => body)
  expect(bodies).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  await real.close()
})

it('never fails: what the spool does not take is reported as lost', async () => {
  const blocked = path.join(dir, 'file')
  writeFileSync(blocked, '')
  const lost: unknown[] = []
  const store = openSpoolStore(
    path.join(blocked, 'spool'),
    () => 'id',
    (error) => lost.push(error),
  )
  await store.add([sampleWrite('task')])
  const transition = { state: null, events: [sampleEvent()], writes: [], result: 'answer' }
  expect(await store.transact(SESSION, () => transition)).toBe('answer')
  await openSpoolStore(path.join(blocked, 'spool'), () => 'id').add([sampleWrite('task')])
  expect(lost).toMatchObject([{ code: 'unsafe-path' }, { code: 'unsafe-path' }])
})

it('passes on what the reducer throws', async () => {
  const store = openSpoolStore(dir, () => 'id')
  const failure = new Error('thrown by the reducer')
  await expect(
    store.transact(SESSION, () => {
      throw failure
    }),
  ).rejects.toBe(failure)
  expect(readdirSync(dir)).toEqual([])
})

it('knows nothing, whatever it is asked', async () => {
  const store = openSpoolStore(dir, () => 'id')
  await store.add([sampleWrite('task')])
  expect([
    await store.get('task', 'id-1'),
    await store.list('task'),
    await store.remove('task', 'id-1', ''),
    await store.readEvents(),
    await store.readSession('session-a'),
    await store.listSessions(),
    await store.readCache('key', ''),
    await store.expire('task', '', 1),
  ]).toEqual([null, [], false, [], null, [], null, 0])
})

function countdown(): () => string {
  let n = 100
  return () => `id-${(n -= 1)}`
}
