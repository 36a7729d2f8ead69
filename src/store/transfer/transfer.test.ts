import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  instant,
  recordKinds,
  sampleEvent,
  sampleState,
  sampleWrite,
} from '../../testing/store-contract/samples.js'
import type { Store } from '../../store.js'
import { openMemoryStore } from '../memory.js'
import { exportFile } from './export-file.js'
import { importFile } from './import-file.js'
import { readDays } from '../../sums/read-sums.js'

let dir: string
let store: Store
beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'transfer-'))
  store = await openMemoryStore()
})
afterEach(async () => {
  await store.close()
  rmSync(dir, { recursive: true, force: true })
})

const at = (name: string) => path.join(dir, name)

async function fill(): Promise<void> {
  const token = `ghp_${'a1B2'.repeat(9)}`
  await store.add(
    recordKinds.flatMap((kind) =>
      [1, 2, 3].map((n) => sampleWrite(kind, { id: `${kind}-${n} “ü🎉”`, at: instant(n) })),
    ),
    [
      sampleEvent({
        key: 'k',
        body: { text: `${token} \u2028 "\\`, big: 1e21, tiny: -0.1, list: [[]] },
      }),
      sampleEvent({ body: null }),
    ],
  )
  await store.transact({ sessionId: 'session-a', key: null }, () => ({
    state: sampleState(),
    events: [],
    writes: [],
    result: null,
  }))
  await store.expire('event', instant(2), 3)
}

const end = (rows: number) => `{"reflectory":"end","rows":${rows}}`

describe('an export', () => {
  it('gives the same bytes after it was imported', async () => {
    await fill()
    const count = await exportFile(store, at('first'))
    const other = await openMemoryStore()
    expect(await importFile(other, at('first'))).toBe(count)
    expect(await exportFile(other, at('second'))).toBe(count)
    expect(readFileSync(at('second'), 'utf8')).toBe(readFileSync(at('first'), 'utf8'))
    expect(await other.readSession('session-a')).toEqual(sampleState())
    await other.close()
  })

  it('leaves out sums, which are counted anew from what was imported', async () => {
    await fill()
    const days = await readDays(store)
    expect(days.length).toBeGreaterThan(0)
    await exportFile(store, at('first'))
    const other = await openMemoryStore()
    await importFile(other, at('first'))
    expect(await other.readSumMark()).toMatchObject({ counted: null })
    expect(await readDays(other)).toEqual(days)
    await other.close()
  })

  it('of an empty store can be imported', async () => {
    expect(await exportFile(store, at('first'))).toBe(0)
    expect(readFileSync(at('first'), 'utf8')).toBe(
      '{"reflectory":"export","version":2}\n{"reflectory":"end","rows":0}\n',
    )
    expect(await importFile(store, at('first'))).toBe(0)
  })

  it('is for its owner alone, replaces an older one and leaves nothing else', async () => {
    writeFileSync(at('first'), 'old', { mode: 0o644 })
    await exportFile(store, at('first'))
    expect(statSync(at('first')).mode & 0o777).toBe(0o600)
    expect(readdirSync(dir)).toEqual(['first'])
  })

  it.each([
    { what: 'a folder', make: () => at(''), code: 'unsafe-path' },
    { what: 'a missing folder', make: () => at('none/first'), code: 'io-failed' },
    {
      what: 'a link',
      make: () => {
        symlinkSync(at('target'), at('link'))
        return at('link')
      },
      code: 'unsafe-path',
    },
  ])('is not written to $what', async ({ make, code }) => {
    await expect(exportFile(store, make())).rejects.toMatchObject({ code })
  })

  const HEAD = '{"reflectory":"export","version":2}'
  const ROW = JSON.stringify({ kind: 'event', row: { id: 1, ...sampleEvent() } })
  it.each([
    { what: 'nothing', lines: [], message: /is not an export$/ },
    { what: 'another file', lines: ['{"name":"x"}'], message: /is not an export$/ },
    { what: 'a picture', lines: ['\u0000\u0001'], message: /is not an export$/ },
    {
      what: 'a newer one',
      lines: ['{"reflectory":"export","version":9}'],
      message: /by a newer Reflectory/,
    },
    { what: 'the head alone', lines: [HEAD], message: /is cut off/ },
    { what: 'a lost end', lines: [HEAD, ROW], message: /is cut off/ },
    { what: 'lost rows', lines: [HEAD, ROW, end(2)], message: /is cut off/ },
    {
      what: 'half a line',
      lines: [HEAD, ROW.slice(0, 30), end(1)],
      message: /:2 is not a row of a store$/,
    },
    {
      what: 'a strange kind',
      lines: [HEAD, '{"kind":"toString","row":{}}', end(1)],
      message: /:2: There is no kind of record called toString$/,
    },
    {
      what: 'a misfit',
      lines: [HEAD, ROW, '{"kind":"verdict","row":{"id":1}}', end(2)],
      message: /:3: A verdict record does not match its contract at id$/,
    },
    {
      what: 'an event without its number',
      lines: [HEAD, JSON.stringify({ kind: 'event', row: sampleEvent() }), end(1)],
      message: /:2: An event does not match its contract at id$/,
    },
    {
      what: 'an event that is null',
      lines: [HEAD, ROW, '{"kind":"event","row":null}', end(2)],
      message: /:3: An event does not match its contract$/,
    },
    {
      what: 'a session that is none',
      lines: [HEAD, '{"kind":"session","row":{}}', end(1)],
      message: /:2: The state of a session does not match its contract at sessionId$/,
    },
    {
      what: 'an unknown visibility',
      lines: [HEAD, `${ROW.slice(0, -1)},"visibility":"public"}`, end(1)],
      message: /:2 is not a row of a store$/,
    },
    { what: 'the same event twice', lines: [HEAD, ROW, ROW, end(2)], message: /UNIQUE|unique/ },
  ])('with $what is refused, and nothing of it kept', async ({ lines, message }) => {
    writeFileSync(at('bad'), lines.map((line) => `${line}\n`).join(''))
    await expect(importFile(store, at('bad'))).rejects.toThrow(message)
    await exportFile(store, at('after'))
    expect(readFileSync(at('after'), 'utf8')).toBe(`${HEAD}\n${end(0)}\n`)
  })

  it('of the version before is read: its rows are private and of no known author', async () => {
    const task = JSON.stringify({ kind: 'task', row: sampleWrite('task').record })
    const lines = ['{"reflectory":"export","version":1}', ROW, task, end(2)]
    writeFileSync(at('old'), lines.map((line) => `${line}\n`).join(''))
    const other = await openMemoryStore({ author: 'ada' })
    expect(await importFile(other, at('old'))).toBe(2)
    await exportFile(other, at('new'))
    expect(readFileSync(at('new'), 'utf8')).toBe(`${[HEAD, ROW, task, end(2)].join('\n')}\n`)
    await other.close()
  })

  it('says whose a row is and that it is shared', async () => {
    const other = await openMemoryStore({ author: 'ada' })
    await other.add([{ ...sampleWrite('episode'), visibility: 'shared' }])
    await exportFile(other, at('first'))
    const lines = readFileSync(at('first'), 'utf8').split('\n').slice(1, 3)
    const owned = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(owned.map(({ kind, author, visibility }) => ({ kind, author, visibility }))).toEqual([
      { kind: 'event' },
      { kind: 'episode', author: 'ada', visibility: 'shared' },
    ])
    expect(await importFile(store, at('first'))).toBe(2)
    await exportFile(store, at('second'))
    expect(readFileSync(at('second'), 'utf8')).toBe(readFileSync(at('first'), 'utf8'))
    await other.close()
  })

  it('that is not there is said so', async () => {
    await expect(importFile(store, at('none'))).rejects.toMatchObject({ code: 'io-failed' })
  })
})
