import { expect, it } from 'vitest'
import { sampleWrite } from '../testing/store-contract/samples.js'
import type { RecordOf } from '../schema/records.js'
import { toSharedRow } from './shared-row.js'

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
