import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foldSession } from '../guard/fold-session.js'
import { ReflectError } from '../schema/error.js'
import type { NewLogEvent } from '../schema/log-event.js'
import type { SessionState } from '../schema/session-state.js'
import type { Store } from '../store.js'
import type { RecordWrite } from '../schema/records.js'
import {
  recordKinds,
  sampleEvent,
  sampleState,
  sampleWrite,
} from '../testing/store-contract/samples.js'
import { openMemoryStore } from './memory.js'
import { drainSpool, MAX_SPOOLED_FILES, spool } from './spool.js'
import { removeSpooled } from './spooled-file.js'
import { openSqliteStore } from './sqlite.js'

let home: string
let dir: string
let store: Store

beforeEach(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), 'reflectory-spool-'))
  dir = path.join(home, 'spool')
  store = await openMemoryStore()
})
afterEach(async () => {
  await store.close()
  rmSync(home, { recursive: true })
})

const NOW = new Date('2030-06-01T00:00:00.000Z')
const SESSION = 'session-a'

/** Counts `step` events as turns. */
function fold(state: SessionState | null, event: NewLogEvent): SessionState | null {
  if (event.kind !== 'step') return state
  return sampleState({ turn: (state?.turn ?? 0) + 1, updatedAt: event.at })
}

const step = (fields: Partial<NewLogEvent> = {}) => sampleEvent({ kind: 'step', ...fields })
const work = (events: NewLogEvent[], ids: string[] = []) => ({
  sessionId: SESSION,
  events,
  writes: ids.map((id) => sampleWrite('verdict', { id })),
})
const drain = (maxRows = 200, target = store) => drainSpool(target, dir, fold, maxRows, NOW)
const files = () => readdirSync(dir).sort()
const turns = async () => (await store.readSession(SESSION))?.turn ?? 0

describe('spool', () => {
  it('writes one private file per transaction, whole, with a line per row', async () => {
    const name = await spool(dir, '20300101T000000000Z-ab', work([step()], ['one']))
    expect(files()).toEqual([name])
    const text = readFileSync(path.join(dir, name), 'utf8')
    expect(text.endsWith('\n')).toBe(true)
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { session: SESSION },
      { event: step() },
      { write: sampleWrite('verdict', { id: 'one' }) },
    ])
    expect([dir, path.join(dir, name)].map((place) => statSync(place).mode & 0o777)).toEqual([
      0o700, 0o600,
    ])
  })

  it('lets no secret through, and none into a name', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const events = [step({ key: secret, sessionId: secret, body: { text: secret } })]
    const writes = [sampleWrite('exposure', { id: secret, sessionId: secret, subject: secret })]
    const name = await spool(dir, 'id', { sessionId: secret, events, writes })
    expect(name + readFileSync(path.join(dir, name), 'utf8')).not.toContain(secret.slice(4))
    await drain()
    expect((await store.readEvents({ sessionId: secret })).map(({ kind }) => kind)).toEqual([
      'step',
      'record.exposure',
    ])
    expect(await store.get('exposure', secret)).not.toBeNull()
  })

  it('keeps different work under one id, also after the first was drained', async () => {
    await spool(dir, 'same', work([step()], ['one']))
    await spool(dir, 'same', work([step()], ['two']))
    expect(await drain()).toEqual({ files: 2, rows: 4, unreadable: 0 })
    await spool(dir, 'same', work([step()], ['three']))
    expect(await drain()).toEqual({ files: 1, rows: 2, unreadable: 0 })
    expect(await turns()).toBe(3)
  })

  it('keeps a name within the folder, whatever the id', async () => {
    const name = await spool(dir, '../../escape\0/x', work([step()]))
    expect(files()).toEqual([name])
    expect(readdirSync(home)).toEqual(['spool'])
  })

  it('refuses the newest work when it is full, and says so', async () => {
    mkdirSync(dir)
    for (let n = 0; n < MAX_SPOOLED_FILES; n += 1)
      writeFileSync(path.join(dir, `${n}.0123abcd.jsonl`), '')
    await expect(spool(dir, 'x', work([step()]))).rejects.toMatchObject({
      code: 'store-full',
      remedy: expect.stringContaining('doctor'),
    })
    expect(files().length).toBe(MAX_SPOOLED_FILES)
  })

  it.each([
    ['a file in its place', () => writeFileSync(dir, ''), 'unsafe-path'],
    ['a link in its place', () => symlinkSync(os.tmpdir(), dir), 'unsafe-path'],
    ['a link to nowhere', () => symlinkSync(path.join(home, 'nowhere'), dir), 'unsafe-path'],
  ])('refuses %s with a code', async (_, make, code) => {
    make()
    await expect(spool(dir, 'x', work([step()]))).rejects.toMatchObject({ code })
  })
})

describe('drainSpool', () => {
  it('finds nothing where there is no spool', async () => {
    expect(await drain()).toEqual({ files: 0, rows: 0, unreadable: 0 })
  })

  it('moves a record of every kind, with the visibility that its write named', async () => {
    const writes = recordKinds.map((kind) => ({ ...sampleWrite(kind), visibility: 'shared' }))
    await spool(dir, '20300101', {
      sessionId: SESSION,
      events: [],
      writes: writes as RecordWrite[],
    })
    expect(await drain()).toEqual({ files: 1, rows: recordKinds.length, unreadable: 0 })
    const moved: unknown[] = []
    await store.exportRows((row) => {
      if (row.kind === 'event') return
      moved.push({ kind: row.kind, record: row.row, visibility: row.visibility })
    })
    expect(moved).toEqual(writes)
  })

  it('moves states, events and records, oldest first, and leaves no file', async () => {
    await spool(dir, '20300103', work([step({ body: 3 })]))
    await spool(dir, '20300101', work([step({ body: 1 }), step({ body: 1.5 })], ['one']))
    await spool(dir, '20300102', work([step({ body: 2 })]))
    expect(await drain()).toEqual({ files: 3, rows: 5, unreadable: 0 })
    const steps = await store.readEvents({ kinds: ['step'] })
    expect(steps.map(({ body }) => body)).toEqual([1, 1.5, 2, 3])
    expect(await turns()).toBe(4)
    expect(await store.get('verdict', 'one')).toEqual(sampleWrite('verdict', { id: 'one' }).record)
    expect(files()).toEqual([])
    expect(await store.rebuildSessions(fold)).toEqual({ sessions: 1, changed: 0 })
  })

  it('continues the state that the store has', async () => {
    await store.transact({ sessionId: SESSION, key: null }, () => ({
      state: fold(null, step()),
      events: [step()],
      writes: [],
      result: null,
    }))
    await spool(dir, 'a', work([step()]))
    await drain()
    expect(await turns()).toBe(2)
  })

  it('does not count again what also reached the store', async () => {
    const delivered = step({ key: 'delivered' })
    await store.transact({ sessionId: SESSION, key: null }, () => ({
      state: fold(null, delivered),
      events: [delivered],
      writes: [],
      result: null,
    }))
    await spool(dir, 'a', work([delivered, step({ body: 'new' })]))
    await drain()
    expect(await turns()).toBe(2)
    expect(await store.rebuildSessions(fold)).toEqual({ sessions: 1, changed: 0 })
  })

  it('leaves sessions alone that the work only mentions', async () => {
    await spool(dir, 'a', work([step({ sessionId: 'other' }), step({ sessionId: null })]))
    await drain()
    expect(await store.listSessions()).toEqual([])
    expect((await store.readEvents({ kinds: ['step'] })).length).toBe(2)
  })

  it('changes nothing when a crash came between commit and delete', async () => {
    const name = await spool(dir, 'a', work([step()], ['one']))
    const text = readFileSync(path.join(dir, name))
    await drain()
    const before = await store.readEvents()
    writeFileSync(path.join(dir, name), text)
    expect(await drain()).toEqual({ files: 0, rows: 0, unreadable: 0 })
    expect(await store.readEvents()).toEqual(before)
    expect(files()).toEqual([])
  })

  it('moves everything once when several drain at the same time', async () => {
    const file = path.join(home, 'store.db')
    for (let n = 0; n < 30; n += 1) await spool(dir, `id-${n + 100}`, work([step()], [`v-${n}`]))
    const stores = await Promise.all([1, 2, 3].map(() => openSqliteStore(file)))
    const reports = await Promise.all(stores.map((each) => drain(1000, each)))
    const [first] = stores
    expect(reports.reduce((sum, report) => sum + report.files, 0)).toBe(30)
    expect((await first!.readEvents({ kinds: ['step'] })).length).toBe(30)
    expect((await first!.readSession(SESSION))?.turn).toBe(30)
    expect(files()).toEqual([])
    for (const each of stores) await each.close()
  })

  const bad: [what: string, line: string][] = [
    ['a torn line', '{"event":{"at":"2030'],
    ['a line of another program', '{"level":"info"}'],
    ['a line with two meanings', '{"session":"s","event":{}}'],
    ['a line that is no object', '[1]'],
    ['an event that does not fit', '{"event":{"kind":"step"}}'],
    ['an event without a body', JSON.stringify({ event: { ...step(), body: undefined } })],
    ['a record that does not fit', '{"write":{"kind":"verdict","record":{"id":"x"}}}'],
    ['a record of no kind', '{"write":{"kind":"constructor","record":{}}}'],
  ]
  it.each(bad)('counts %s, moves the rest and keeps the file aside', async (_, line) => {
    const name = await spool(dir, 'a', work([step()], ['one']))
    writeFileSync(path.join(dir, name), `${line}\n`, { flag: 'a' })
    await spool(dir, 'b', work([step()]))
    expect(await drain()).toEqual({ files: 2, rows: 3, unreadable: 1 })
    expect(await turns()).toBe(2)
    expect(files()).toEqual([`${name}.bad`])
    expect(await drain()).toEqual({ files: 0, rows: 0, unreadable: 0 })
  })

  it.each([
    ['an empty file', '', 1],
    ['noise', '\0\xff{{{\n\n', 1],
    ['work without a session', `${JSON.stringify({ event: step() })}\n`, 1],
  ])('keeps %s aside', async (_, text, unreadable) => {
    mkdirSync(dir)
    writeFileSync(path.join(dir, 'a.0123abcd.jsonl'), text)
    expect(await drain()).toEqual({ files: 0, rows: 0, unreadable })
    expect(files()).toEqual(['a.0123abcd.jsonl.bad'])
  })

  it('keeps work aside that the fold chokes on, and goes on', async () => {
    const guard = sampleEvent({
      kind: 'guard.opened',
      body: { agent: 'a', parentSessionId: null, projectRoot: null, startPoint: null },
    })
    const settled = sampleEvent({ kind: 'guard.settled', body: null })
    const name = await spool(dir, 'a', work([guard, settled], ['one']))
    await spool(dir, 'b', work([guard]))
    const report = await drainSpool(store, dir, foldSession, 200, NOW)
    expect(report).toEqual({ files: 1, rows: 1, unreadable: 3 })
    expect(files()).toEqual([`${name}.bad`])
    expect(await store.list('verdict')).toEqual([])
  })

  it('goes on when what it moved can not be removed', () => {
    mkdirSync(dir)
    // Stands for a file that the system keeps: a folder is not removed as a file.
    expect(() => removeSpooled(dir)).not.toThrow()
  })

  it.skipIf(process.getuid?.() === 0)(
    'moves work out of a folder that it may not write to (root may always)',
    async () => {
      const name = await spool(dir, 'a', work([step()]))
      chmodSync(dir, 0o500)
      const reports = [await drain(), await drain()]
      chmodSync(dir, 0o700)
      expect(reports.map(({ files }) => files)).toEqual([1, 0])
      expect(files()).toEqual([name])
    },
  )

  it('looks at files only', async () => {
    mkdirSync(path.join(dir, 'folder.0123abcd.jsonl'), { recursive: true })
    symlinkSync('/dev/zero', path.join(dir, 'link.0123abcd.jsonl'))
    expect(await drain()).toEqual({ files: 0, rows: 0, unreadable: 0 })
    expect(files()).toEqual(['folder.0123abcd.jsonl', 'link.0123abcd.jsonl'])
  })

  it("throws the store's own failure and keeps what could not be moved", async () => {
    const name = await spool(dir, 'a', work([step()]))
    const closed = await openMemoryStore()
    await closed.close()
    await expect(drain(200, closed)).rejects.toThrow(ReflectError)
    expect(files()).toEqual([name])
  })

  it.each([
    { maxRows: 0, moved: 0 },
    { maxRows: 1, moved: 1 },
    { maxRows: 5, moved: 2 },
    { maxRows: 6, moved: 3 },
    { maxRows: 200, moved: 4 },
  ])(
    'moves $moved transactions of two rows when $maxRows rows are allowed',
    async ({ maxRows, moved }) => {
      for (const id of ['a', 'b', 'c', 'd']) await spool(dir, id, work([step()], [id]))
      expect(await drain(maxRows)).toEqual({ files: moved, rows: moved * 2, unreadable: 0 })
      expect(files().length).toBe(4 - moved)
    },
  )

  it('removes what dead writers left after an hour, and nothing younger', async () => {
    mkdirSync(dir)
    const leave = (name: string, ageMinutes: number) => {
      writeFileSync(path.join(dir, name), '{')
      const at = NOW.getTime() / 1000 - ageMinutes * 60
      utimesSync(path.join(dir, name), at, at)
    }
    leave('.old.0123abcd.jsonl.0123456789ab', 61)
    leave('notes.txt', 6000)
    leave('.young.0123abcd.jsonl.0123456789ab', 59)
    leave('kept.0123abcd.jsonl.bad', 6000)
    await drain()
    expect(files()).toEqual([
      '.young.0123abcd.jsonl.0123456789ab',
      'kept.0123abcd.jsonl.bad',
      'notes.txt',
    ])
  })
})
