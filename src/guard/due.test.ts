import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../schema/agent-event.js'
import type { RecordOf } from '../schema/records.js'
import { openMemoryStore } from '../store/memory.js'
import { EVENT_KINDS, makeEvent } from './__fixtures__/events.js'
import { LATER, makeSession, NOW } from './__fixtures__/session.js'
import { judgeDue, planLook, settleDue } from './due.js'
import { nextWakeAt, wakeEvents } from './wake.js'

const BEFORE = '2026-03-01T09:59:59.999Z'
const row = (fields: Partial<RecordOf<'due'>> = {}): RecordOf<'due'> => ({
  id: 'd1',
  sessionId: 's1',
  kind: 'nudge',
  owner: 'server',
  dueAt: NOW,
  expiresAt: LATER,
  payload: {},
  ...fields,
})

describe('judgeDue', () => {
  it.each([
    { name: 'due now', fields: {}, canDo: true, expected: 'do' },
    { name: 'due now, without a watcher', fields: {}, canDo: false, expected: 'keep' },
    { name: 'due later', fields: { dueAt: LATER }, canDo: true, expected: 'keep' },
    {
      name: 'expired now',
      fields: { dueAt: BEFORE, expiresAt: NOW },
      canDo: true,
      expected: 'drop',
    },
    {
      name: 'expired, without a watcher',
      fields: { expiresAt: BEFORE },
      canDo: false,
      expected: 'drop',
    },
  ])('judges a row that is $name as $expected', ({ fields, canDo, expected }) => {
    expect(judgeDue(row(fields), makeEvent('session-stopped'), { now: NOW, canDo })).toBe(expected)
  })

  const busy = new Set(['prompt-submitted', 'tool-finished', 'session-aborted', 'session-ended'])
  it.each([
    { kind: 'session-idle-long', row: 'stall-look', expected: 'drop' },
    { kind: 'session-idle-long', row: 'compaction-look', expected: 'keep' },
    { kind: 'session-stopped', row: 'stall-look', expected: 'keep' },
  ] as const)(
    'says $expected of a $row that a $kind finds closed',
    ({ kind, row: rowKind, expected }) => {
      const terms = { now: NOW, canDo: false }
      expect(judgeDue(row({ kind: rowKind }), makeEvent(kind), terms)).toBe(expected)
    },
  )

  it.each(EVENT_KINDS)(
    'drops what was planned for silence only when the session is at work: %s',
    (kind) => {
      const expected = busy.has(kind) ? 'drop' : 'keep'
      const later = row({ dueAt: LATER })
      expect(judgeDue(later, makeEvent(kind), { now: NOW, canDo: true })).toBe(expected)
    },
  )

  it.each([
    { origin: 'human' as const, expected: 'drop' },
    { origin: 'agent' as const, expected: 'drop' },
    { origin: 'ours' as const, expected: 'keep' },
  ])('judges a prompt of $origin origin as $expected', ({ origin, expected }) => {
    const prompt = makeEvent('prompt-submitted', { origin })
    expect(judgeDue(row({ dueAt: LATER }), prompt, { now: NOW, canDo: true })).toBe(expected)
  })
})

describe('settleDue', () => {
  const rows = [
    row({ id: 'second', dueAt: NOW }),
    row({ id: 'first', dueAt: BEFORE }),
    row({ id: 'later', dueAt: LATER }),
    row({ id: 'expired', dueAt: BEFORE, expiresAt: BEFORE }),
    row({ id: 'elsewhere', sessionId: 's2' }),
  ]
  const open = async () => {
    const store = await openMemoryStore()
    await store.add(rows.map((record) => ({ kind: 'due', record })))
    return store
  }

  it.each<{ name: string; event: AgentEvent; canDo: boolean; done: string[]; left: string[] }>([
    {
      name: 'a stop with a watcher',
      event: makeEvent('session-stopped'),
      canDo: true,
      done: ['first', 'second'],
      left: ['elsewhere', 'later'],
    },
    {
      name: 'a stop without a watcher',
      event: makeEvent('session-stopped'),
      canDo: false,
      done: [],
      left: ['elsewhere', 'first', 'later', 'second'],
    },
    {
      name: 'a prompt',
      event: makeEvent('prompt-submitted'),
      canDo: true,
      done: [],
      left: ['elsewhere'],
    },
  ])('hands out $done at $name', async ({ event, canDo, done, left }) => {
    const store = await open()
    const toDo = await settleDue(event, { now: NOW, canDo }, store)
    expect(toDo.map(({ id }) => id)).toEqual(done)
    expect((await store.list('due')).map(({ id }) => id).sort()).toEqual(left)
    await store.close()
  })

  it('hands a row to one of two processes', async () => {
    const store = await open()
    const settle = () => settleDue(makeEvent('session-stopped'), { now: NOW, canDo: true }, store)
    const handed = await Promise.all([settle(), settle()])
    expect(
      handed
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['first', 'second'])
    await store.close()
  })
})

describe('judgeDue of a look at a compacted session', () => {
  it.each(EVENT_KINDS)('drops it when the human takes over, not when tools run: %s', (kind) => {
    const voiding = new Set(['prompt-submitted', 'session-aborted', 'session-ended'])
    const look = row({ kind: 'compaction-look', dueAt: LATER })
    const expected = voiding.has(kind) ? 'drop' : 'keep'
    expect(judgeDue(look, makeEvent(kind), { now: NOW, canDo: true })).toBe(expected)
  })
})

describe('planLook', () => {
  const terms = { now: NOW, owner: 'server' as const, minAgeMs: 30_000 }
  const looks: Partial<Record<AgentEvent['kind'], number>> = {
    'prompt-submitted': 120,
    'tool-finished': 120,
    'session-stopped': 30,
  }

  it.each(EVENT_KINDS)('plans the look at silence after signs of life only: %s', (kind) => {
    const look = planLook(makeEvent(kind), terms)
    const seconds = look === null ? undefined : (Date.parse(look.dueAt) - Date.parse(NOW)) / 1000
    expect(seconds).toBe(looks[kind])
    expect(look?.id ?? 'stall-look:s1').toBe('stall-look:s1')
  })
})

describe('wakeEvents', () => {
  const terms = { now: NOW, owner: 'server' as const, isBusy: () => false, nextId: () => 'w1' }
  const session = makeSession({ updatedAt: BEFORE })
  const look = (fields: Partial<RecordOf<'due'>> = {}) => row({ kind: 'stall-look', ...fields })

  async function storeWith(...rows: RecordOf<'due'>[]) {
    const store = await openMemoryStore()
    await store.transact({ sessionId: 's1', key: null }, () => ({
      state: session,
      events: [],
      writes: rows.map((record) => ({ kind: 'due' as const, record })),
      result: null,
    }))
    return store
  }

  it('wakes a session once, whatever is due for it, and leaves the rows', async () => {
    const store = await storeWith(look(), look({ id: 'd2' }), look({ id: 'd3', dueAt: LATER }))
    expect(await wakeEvents(terms, store)).toEqual([
      makeEvent('session-idle-long', { id: 'w1', at: NOW, idleMs: 1 }),
    ])
    expect(await store.list('due')).toHaveLength(3)
  })

  it.each(['compaction-look', 'check'])('wakes a session for a %s', async (kind) => {
    expect(await wakeEvents(terms, await storeWith(look({ kind })))).toHaveLength(1)
  })

  it('finds a look behind any number of other rows of its watcher', async () => {
    const others = Array.from({ length: 1001 }, (_, n) =>
      row({ id: `t${n}`, sessionId: null, kind: 'task-run', dueAt: BEFORE }),
    )
    expect(await wakeEvents(terms, await storeWith(...others, look()))).toHaveLength(1)
  })

  it('says that a busy session is not idle', async () => {
    const [event] = await wakeEvents({ ...terms, isBusy: () => true }, await storeWith(look()))
    expect(event).toMatchObject({ idleMs: 0 })
  })

  it.each([
    { name: 'is due later', fields: { dueAt: LATER } },
    { name: 'belongs to another watcher', fields: { owner: 'resident-hook' as const } },
    { name: 'belongs to an unknown session', fields: { sessionId: 's9' } },
    { name: 'belongs to no session', fields: { sessionId: null } },
  ])('leaves alone what $name', async ({ fields }) => {
    expect(await wakeEvents(terms, await storeWith(look(fields)))).toEqual([])
  })

  it('leaves alone sessions that its watcher can not reach', async () => {
    const given = { ...terms, isMine: (id: string) => id !== 's1' }
    expect(await wakeEvents(given, await storeWith(look()))).toEqual([])
    expect(await nextWakeAt(given, await storeWith(look()))).toBeNull()
  })

  it.each([
    { name: 'the first of what is planned', rows: [look({ dueAt: LATER }), look({ id: 'd2' })] },
    {
      name: 'not what belongs to no session',
      rows: [look(), look({ id: 'd2', sessionId: null, dueAt: '2000-01-01T00:00:00.000Z' })],
    },
  ])('is to look next at $name', async ({ rows }) => {
    expect(await nextWakeAt(terms, await storeWith(...rows))).toBe(look().dueAt)
  })
})
