import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../schema/agent-event.js'
import type { RecordOf } from '../schema/records.js'
import { openMemoryStore } from '../store/memory.js'
import { EVENT_KINDS, makeEvent } from './__fixtures__/events.js'
import { LATER, NOW } from './__fixtures__/session.js'
import { judgeDue, settleDue } from './due.js'

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
    { name: 'due now, with nobody to do it', fields: {}, canDo: false, expected: 'keep' },
    { name: 'due later', fields: { dueAt: LATER }, canDo: true, expected: 'keep' },
    {
      name: 'expired now',
      fields: { dueAt: BEFORE, expiresAt: NOW },
      canDo: true,
      expected: 'drop',
    },
    {
      name: 'expired, with nobody to do it',
      fields: { expiresAt: BEFORE },
      canDo: false,
      expected: 'drop',
    },
  ])('judges a row that is $name as $expected', ({ fields, canDo, expected }) => {
    expect(judgeDue(row(fields), makeEvent('session-stopped'), { now: NOW, canDo })).toBe(expected)
  })

  const busy = new Set(['prompt-submitted', 'tool-finished', 'session-aborted', 'session-ended'])
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
      name: 'a stop that somebody looks at',
      event: makeEvent('session-stopped'),
      canDo: true,
      done: ['first', 'second'],
      left: ['elsewhere', 'later'],
    },
    {
      name: 'a stop that nobody looks at',
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
