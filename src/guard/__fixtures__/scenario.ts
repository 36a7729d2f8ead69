import * as fc from 'fast-check'
import type { Action } from '../../schema/action.js'
import type { AgentEventKind } from '../../schema/agent-event.js'
import type { GuardTerms } from '../guard.js'

export const LEASE_MS = 30_000
// As long and as random as real ones, so that the store's redaction has a say in it too.
// The first comes often enough to be pushed twice in a row.
const FIRST = '3f'.repeat(32)
const FINGERPRINTS = [FIRST, FIRST, FIRST, FIRST, 'b07d5c1e'.repeat(8), null]

/** One thing that happens to a session, or that one of the processes on it does. */
export type Step =
  | { do: 'deliver'; kind: AgentEventKind; fields: object; terms: Partial<GuardTerms> }
  | { do: 'redeliver'; nth: number }
  /** With a cap that is as much lower than it was on entry: settings may change in between. */
  | {
      do: 'settle'
      nth: number
      proposal: Action['kind']
      fingerprint: string | null
      lower: number
    }
  | { do: 'settle again'; nth: number; fingerprint: string | null }
  | { do: 'settle without fence'; proposal: Action['kind'] }
  | { do: 'kill'; nth: number }
  | { do: 'wait'; ms: number }

export interface Scenario {
  maxAttempts: number
  steps: Step[]
  /** Whether the last stops ask for as many pushes as they can get. */
  greedy: boolean
}

/** Up to so many steps, in any order. */
export function scenario(maxLength: number): fc.Arbitrary<Scenario> {
  return fc.record({
    maxAttempts: fc.constantFrom(0, 1, 2, 3, 5, 8),
    steps: fc.array(step(), { maxLength, size: 'max' }),
    greedy: fc.boolean(),
  })
}

function step(): fc.Arbitrary<Step> {
  const nth = fc.nat({ max: 50 })
  const lower = fc.constantFrom(0, 0, 0, 1)
  const fingerprint = fc.constantFrom(...FINGERPRINTS)
  const proposal = fc.oneof(
    { weight: 4, arbitrary: fc.constant('continue' as const) },
    { weight: 1, arbitrary: fc.constantFrom('none', 'toast', 'context', 'error') },
  )
  const request = fc.record({ requestId: fc.constantFrom('r1', 'r2'), granted: fc.boolean() })
  const requestOnly = request.map(({ requestId }) => ({ requestId }))
  const busyStop = fc.record({ backgroundTasks: fc.nat({ max: 1 }), planMode: fc.boolean() })
  const otherOrigin = fc.record({ origin: fc.constantFrom('ours', 'agent', 'tool') })
  const plain = fc.constant({})
  const deliver = (kind: AgentEventKind, fields: fc.Arbitrary<object> = plain) =>
    fc.record({
      do: fc.constant('deliver' as const),
      kind: fc.constant(kind),
      fields,
      terms: terms(),
    })
  return fc.oneof(
    { weight: 18, arbitrary: deliver('session-stopped') },
    { weight: 2, arbitrary: deliver('session-stopped', busyStop) },
    { weight: 2, arbitrary: deliver('session-idle-long') },
    { weight: 2, arbitrary: deliver('session-compacted') },
    { weight: 3, arbitrary: deliver('prompt-submitted') },
    { weight: 2, arbitrary: deliver('prompt-submitted', otherOrigin) },
    { weight: 1, arbitrary: deliver('tool-finished') },
    { weight: 1, arbitrary: deliver('session-aborted') },
    { weight: 1, arbitrary: deliver('session-errored') },
    { weight: 1, arbitrary: deliver('permission-asked', requestOnly) },
    { weight: 2, arbitrary: deliver('permission-answered', request) },
    { weight: 1, arbitrary: deliver('session-ended') },
    { weight: 1, arbitrary: deliver('session-started') },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('redeliver'), nth }) },
    {
      weight: 30,
      arbitrary: fc.record({ do: fc.constant('settle'), nth, proposal, fingerprint, lower }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('settle again'), nth, fingerprint }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('settle without fence'), proposal }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('kill'), nth }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('wait'), ms: waiting() }) },
  ) as fc.Arbitrary<Step>
}

const waiting = () => fc.constantFrom(1, 4000, LEASE_MS - 1, LEASE_MS, LEASE_MS + 1, 3_600_000)

const terms = (): fc.Arbitrary<Partial<GuardTerms>> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom({ own: true }, { paused: true }, { blind: true }) },
  )
