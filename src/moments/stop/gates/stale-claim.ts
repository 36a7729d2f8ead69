import type { Claim } from '../../../schema/claim.js'
import { mayBeCheckedSince, missesEdit } from '../substance.js'
import type { Gate } from '../gate.js'
import { CLAIMS, sentenceOf } from './contradicted-claim.js'

/** Claims of a check: they were measured, and the code was edited since. */
const CHECKED: ReadonlySet<Claim['kind']> = new Set(['tests-pass', 'build-passes', 'no-errors'])

/** A check is claimed that ran before the last edit. */
export const staleClaim: Gate = {
  id: 'stale_claim',
  tier: 'push',
  yieldsToPerson: false,
  check({ evidence }) {
    const claim = evidence.claims.find(
      ({ status, kind }) => status === 'stale' && CHECKED.has(kind),
    )
    const command = evidence.commands.findLast(({ step }) => step === claim?.step)
    if (claim === undefined || command === undefined || !missesEdit(command, evidence)) return null
    if (mayBeCheckedSince(evidence, command)) return null
    return {
      fact: `You say "${CLAIMS[claim.kind]}", but that was checked before your last edit`,
      quote: claim.evidence[0] ?? command.command,
      read: sentenceOf(claim, evidence),
      severity: 'MEDIUM',
      missing: 'a run of the check after the last edit',
      nextAction: 'Run it again and report what it prints.',
      requested: true,
    }
  },
}
