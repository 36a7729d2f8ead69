import { describe, expect, it } from 'vitest'
import { safeId } from '../safety/safe-id.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import { confidentRun, endOf, sessionEnd } from './__fixtures__/confident-run.js'
import { openMemoryStore } from '../store/memory.js'
import { readStoredConfidence, readSummedConfidence } from './calibration/stored-confidence.js'
import {
  countEndings,
  joinEndings,
  readEndedSessions,
  readSessionEndings,
} from './session-endings.js'

const rightOf = (
  outcomes: Parameters<typeof joinEndings>[0],
  sessions: readonly SessionOutcome[],
): (boolean | null)[] => [...joinEndings(outcomes, sessions).values()].map(({ right }) => right)

describe('joinEndings', () => {
  it.each<{ status: SessionOutcome['status']; basis: SessionOutcome['basis']; right: unknown }>([
    { status: 'completed', basis: 'own_check', right: true },
    { status: 'completed', basis: 'recorded_checks', right: true },
    { status: 'completed', basis: 'next_message', right: true },
    { status: 'failed', basis: 'later_fix', right: false },
    { status: 'failed', basis: 'next_message', right: false },
    { status: 'completed', basis: 'judge', right: null },
    { status: 'failed', basis: 'judge', right: null },
    { status: 'unknown', basis: 'none', right: null },
    { status: 'aborted', basis: 'own_check', right: null },
  ])('reads a session that is $status by $basis as $right', ({ status, basis, right }) => {
    expect(rightOf([], [sessionEnd('s', status, basis)])).toEqual([right])
  })

  it('knows a session by the name that its run records have', () => {
    const odd = sessionEnd('../x y', 'completed', 'own_check')
    expect([...joinEndings([], [odd]).keys()]).toEqual([safeId('../x y')])
  })

  it.each([
    { session: sessionEnd('s', 'failed', 'own_check'), right: false },
    { session: sessionEnd('s', 'failed', 'judge'), right: true },
    { session: sessionEnd('s', 'unknown', 'none'), right: true },
  ])('reads a sub-session that completed as $right beside $session.basis', ({ session, right }) => {
    expect(rightOf([endOf('s', 'completed')], [session])).toEqual([right])
  })
})

it('counts in the sums what the rows say', async () => {
  const store = await openMemoryStore()
  const at = '2025-06-01T00:00:00.000Z'
  const run = (id: string, confidence: number | null) => ({
    kind: 'run' as const,
    record: confidentRun({ id: `run-${id}`, sessionId: id, confidence, timestamp: at }),
  })
  const ended = (id: string, status: 'completed' | 'failed' | 'timeout') => ({
    kind: 'outcome' as const,
    record: endOf(id, status),
  })
  await store.add([
    run('a', 0.9),
    run('b', 0.9),
    run('c', 0.4),
    run('d', null),
    run('open', 0.5),
    ended('a', 'completed'),
    ended('b', 'failed'),
    ended('c', 'timeout'),
    ended('d', 'completed'),
    { kind: 'session_outcome', record: sessionEnd('e', 'failed', 'own_check') },
    { kind: 'session_outcome', record: sessionEnd('f', 'completed', 'judge') },
  ])
  const counted = await readEndedSessions(store)
  expect(counted).toEqual({ right: 2, wrong: 2, unknown: 2 })
  expect(counted).toEqual(countEndings(await readSessionEndings(store)))
  expect(await readSummedConfidence(store)).toEqual(await readStoredConfidence(store))
  await store.close()
})
