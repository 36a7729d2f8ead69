import { expect, it } from 'vitest'
import { makeSession } from '../guard/__fixtures__/session.js'
import type { RecordWrite } from '../schema/records.js'
import type { SessionState } from '../schema/session-state.js'
import type { Verdict } from '../schema/verdict.js'
import { openMemoryStore } from '../store/memory.js'
import { sampleWrite } from '../testing/store-contract/samples.js'
import { readWaits, waitText } from './read-waits.js'

const AT = '2030-01-10T10:00:00.000Z'
const NOW = new Date('2030-01-11T10:00:00.000Z')

const verdict = (fields: Partial<Verdict>): RecordWrite => {
  const { record } = sampleWrite('verdict', { sessionId: 's1', at: AT })
  const open = { complete: false, severity: 'HIGH', requires_human_action: false, turn: 1 } as const
  return { kind: 'verdict', record: { ...(record as Verdict), ...open, ...fields } }
}

it.each([
  ['asks', 'Which one?', '“Add f.” waits for an answer: Which one?'],
  ['red', 'a green run', '“Add f.” was let through red: missing is a green run'],
  ['red', '', '“Add f.” was let through red.'],
] as const)('says of one that %s with %j what it is', (why, text, said) => {
  const session = { sessionId: 's1', agent: 'an-agent', at: AT, asked: 'Add f.' }
  expect(waitText({ ...session, why, text })).toBe(said)
})

const LATER = '2030-01-11T09:00:00.000Z'

const outcome = (status: string, endedAt: string): RecordWrite =>
  ended('s1', endedAt, { green: [], red: ['npm test'] }, status)

function ended(
  sessionId: string,
  endedAt: string,
  checks: { green: string[]; red: string[] },
  status = 'completed',
): RecordWrite {
  const write = sampleWrite('session_outcome', { id: sessionId, sessionId, at: endedAt })
  return { ...write, record: { ...write.record, status, checks } } as RecordWrite
}

interface Row {
  title: string
  state?: Partial<SessionState>
  writes?: RecordWrite[]
  why: 'asks' | 'red' | null
}

it.each<Row>([
  { title: 'that ended with a question', state: { turnEnd: 'waiting' }, why: 'asks' },
  { title: 'that was let through red', state: { turnEnd: 'no_progress' }, why: 'red' },
  { title: 'that used up its pushes', state: { turnEnd: 'capped' }, why: 'red' },
  { title: 'judged red and not sent back', writes: [verdict({})], why: 'red' },
  {
    title: 'that needs what only a person can do',
    writes: [verdict({ requires_human_action: true })],
    why: 'asks',
  },
  { title: 'judged complete', writes: [verdict({ complete: true })], why: null },
  { title: 'that nothing proves', writes: [verdict({ complete: null })], why: null },
  { title: 'of an earlier turn', writes: [verdict({ turn: 0 })], why: null },
  { title: 'that goes on', state: { turnEnd: 'open' }, writes: [verdict({})], why: null },
  { title: 'that a person stopped', state: { turnEnd: 'aborted' }, why: null },
  {
    title: 'of a subagent',
    state: { turnEnd: 'waiting', parentSessionId: 'above' },
    why: null,
  },
  {
    title: 'of long ago',
    state: { turnEnd: 'waiting', updatedAt: '2029-12-01T10:00:00.000Z' },
    why: null,
  },
  {
    title: 'that is settled since',
    state: { turnEnd: 'no_progress' },
    writes: [outcome('completed', AT)],
    why: null,
  },
  {
    title: 'that was let through red, with a later session that saw it green',
    state: { turnEnd: 'no_progress' },
    writes: [outcome('failed', AT), ended('later', LATER, { green: ['npm test'], red: [] })],
    why: null,
  },
  {
    title: 'that was let through red, with a later session that saw something else green',
    state: { turnEnd: 'no_progress' },
    writes: [outcome('failed', AT), ended('later', LATER, { green: ['tsc'], red: [] })],
    why: 'red',
  },
  {
    title: 'that is settled since, and whose end was written late',
    state: { turnEnd: 'no_progress', endedAt: AT, updatedAt: '2030-01-10T10:00:00.200Z' },
    writes: [outcome('completed', AT)],
    why: null,
  },
  {
    title: 'that failed since',
    state: { turnEnd: 'no_progress' },
    writes: [outcome('failed', AT)],
    why: 'red',
  },
])('a session $title waits: $why', async ({ state = {}, writes = [], why }) => {
  const store = await openMemoryStore()
  const session = makeSession({
    sessionId: 's1',
    turn: 1,
    turnEnd: 'reflected',
    updatedAt: AT,
    ...state,
  })
  await store.transact({ sessionId: 's1', key: null }, () => ({
    state: session,
    events: [],
    writes,
    result: null,
  }))
  const waits = await readWaits(store, { now: NOW, limit: 10 })
  expect(waits.map((one) => one.why)).toEqual(why === null ? [] : [why])
  await store.close()
})
