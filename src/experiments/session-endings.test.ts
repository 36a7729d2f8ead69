import { describe, expect, it } from 'vitest'
import { safeId } from '../safety/safe-id.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import { endOf, sessionEnd } from './__fixtures__/confident-run.js'
import { joinEndings } from './session-endings.js'

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
