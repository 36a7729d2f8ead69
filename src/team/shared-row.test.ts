import { expect, it } from 'vitest'
import { sampleWrite } from '../testing/store-contract/samples.js'
import type { RecordOf } from '../schema/records.js'
import { isWithdrawn, toSharedRow } from './shared-row.js'

const SAID = 'Please keep the customers of Acme out of it'

const episode = sampleWrite('episode', { state: 'resolved' }).record as RecordOf<'episode'>
const outcome = sampleWrite('session_outcome').record as RecordOf<'session_outcome'>
const demand = { ...(sampleWrite('demand').record as RecordOf<'demand'>), sentence: SAID }
const error = { class: 'Error', code: null, message: SAID, file: null, line: null, symbol: null }
const quoted = { ...outcome, basis: 'next_message', reason: `a person wrote: ${SAID}` } as const

it('lets no message leave as a record', () => {
  const rows = [
    toSharedRow('episode', { ...episode, error }, 'records'),
    toSharedRow('session_outcome', quoted, 'records'),
    toSharedRow('session_outcome', { ...quoted, basis: 'judge' }, 'records'),
    toSharedRow('demand', demand, 'records'),
  ]
  expect(JSON.stringify(rows)).not.toContain('Acme')
  expect(rows.map((row) => row === null)).toEqual([false, false, false, true])
})

it('lets messages leave where they are shared', () => {
  expect(toSharedRow('session_outcome', quoted, 'messages')?.reason).toContain('Acme')
  expect(toSharedRow('demand', demand, 'messages')).toEqual(demand)
  expect(toSharedRow('episode', { ...episode, error }, 'messages')?.error?.message).toBe(SAID)
})

it('keeps what names a check, and no path of this machine', () => {
  const own = {
    ...outcome,
    basis: 'own_check',
    reason: 'npm test: red',
    project: '~/work',
  } as const
  const row = toSharedRow('session_outcome', own, 'records')
  expect([row?.reason, row?.project]).toEqual(['npm test: red', ''])
})

it.each([{ state: 'open' }, { sessionId: 'team-1' }] as const)(
  'keeps an episode with %o to itself',
  (fields) => {
    expect(toSharedRow('episode', { ...episode, ...fields }, 'messages')).toBeNull()
  },
)

const line: RecordOf<'self_line'> = {
  ...(sampleWrite('self_line').record as RecordOf<'self_line'>),
  about: 'claim:fixed',
  n: 40,
  measure: { value: 0.25, low: 0.13, high: 0.41 },
  state: 'current',
  correction: SAID,
  pinned: true,
  evidence: ['verdict-1'],
}

it('shares what a line measures, without the word of a person on it', () => {
  const row = toSharedRow('self_line', { ...line, statement: SAID }, 'records')
  expect(JSON.stringify(row)).not.toMatch(/Acme|verdict-1/)
  expect(row).toMatchObject({
    statement: 'It said "fixed" without proof in 10 of 40 sessions: 25 % (13 to 41 %).',
    pinned: false,
  })
})

it.each(['replaced', 'corrected', 'deleted'] as const)('takes a line back that is %s', (state) => {
  expect(toSharedRow('self_line', { ...line, state }, 'messages')).toBeNull()
  expect(isWithdrawn('self_line', { ...line, state })).toBe(true)
})

it.each([{ state: 'received' }, { state: 'contradicted' }, { about: 'lesson:l1' }] as const)(
  'neither shares a line with %o nor takes it back',
  (fields) => {
    expect(toSharedRow('self_line', { ...line, ...fields }, 'messages')).toBeNull()
    expect(isWithdrawn('self_line', { ...line, ...fields })).toBe(false)
  },
)
