import type { Claim } from '../../../schema/claim.js'
import type { Evidence } from '../../../schema/evidence.js'
import type { GateId } from '../../../schema/gate-id.js'
import type { Sentence } from '../../../schema/sentence.js'
import { oneLine } from '../../../util/one-line.js'
import { redClaims } from '../../attempt-failure.js'
import type { Gate } from '../gate.js'

/** The agent says something that the evidence speaks against. */
export const contradictedClaim: Gate = {
  id: 'contradicted_claim',
  tier: 'push',
  yieldsToPerson: false,
  check({ evidence }) {
    const [claim] = redClaims(evidence)
    if (claim === undefined) return null
    return {
      fact: claim.fact ?? `You say "${CLAIMS[claim.kind]}", but the record says otherwise`,
      quote: [claim.evidence[0] ?? claim.quote, ...failingAt(claim.step, evidence)].join('; '),
      read: sentenceOf(claim, evidence),
      severity: 'HIGH',
      missing: `evidence for "${CLAIMS[claim.kind]}"`,
      nextAction: isOfChecks(claim)
        ? 'Fix what fails and run it again, or correct the statement.'
        : 'Make it true and show the run that proves it, or correct the statement.',
      covers: COVERS[claim.kind] ?? [],
      requested: true,
    }
  },
}

const CHECKS: readonly GateId[] = ['failing_tests', 'tests_not_run', 'stale_claim']
const BUILDS: readonly GateId[] = ['failing_build']
const DELIVERIES: readonly GateId[] = ['delivery_missing']

/** What is red for the same reason as the claim is false. */
const COVERS: Partial<Record<Claim['kind'], readonly GateId[]>> = {
  'tests-pass': CHECKS,
  verified: [...CHECKS, ...BUILDS],
  'no-errors': [...CHECKS, ...BUILDS],
  'build-passes': BUILDS,
  committed: DELIVERIES,
  pushed: DELIVERIES,
  'pr-opened': DELIVERIES,
  deployed: DELIVERIES,
}

/** Something ran red: what to do is known. */
const isOfChecks = ({ kind, evidence, fact }: Claim): boolean =>
  fact === undefined && evidence.length > 0 && (COVERS[kind] ?? DELIVERIES) !== DELIVERIES

/** Where the claim was made. */
export const sentenceOf = ({ quote }: Claim, { sentences }: Evidence): Sentence | undefined =>
  sentences.find(({ text }) => oneLine(text, 200) === quote)

/** Names of what failed there: the agent should know where to look. */
const failingAt = (step: number | null, { commands }: Evidence): string[] =>
  commands.findLast((run) => run.step === step && run.failing.length > 0)?.failing.slice(0, 2) ?? []

/** Claims in our words, so that no foreign text ends up in our sentence. */
export const CLAIMS = {
  'tests-pass': 'the tests pass',
  'build-passes': 'the build passes',
  fixed: 'it is fixed',
  implemented: 'it is implemented',
  committed: 'it is committed',
  pushed: 'it is pushed',
  'pr-opened': 'the pull request is open',
  deployed: 'it is deployed',
  migrated: 'the database is migrated',
  verified: 'it is verified',
  'no-errors': 'there are no errors',
} as const
