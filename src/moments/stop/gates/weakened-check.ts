import { isFirstRow } from '../../../evidence/weakened/first-row.js'
import { WEAKENED_WORDS } from '../../../judge/weakened-words.js'
import type { WeakenedCheck } from '../../../schema/weakened-check.js'
import type { Gate, Objection, StopFacts } from '../gate.js'

/** A check that was red, or the command that runs the checks, was weakened and not a word is said of it. */
export const weakenedCheck: Gate = {
  id: 'weakened_check',
  tier: 'push',
  yieldsToPerson: false,
  check: ({ evidence }) => object(evidence.weakened.filter(({ pushes }) => pushes)),
}

/** A check that no longer checks, or one that was red and may check less: nothing to call done. */
export const weakenedCheckNote: Gate = {
  id: 'weakened_check_note',
  tier: 'note',
  yieldsToPerson: false,
  check: (facts) => object(facts.evidence.weakened.filter((one) => isNoted(one, facts))),
}

const isNoted = ({ kind, asked, pushes, red }: WeakenedCheck, { basis }: StopFacts): boolean =>
  basis === 'recorded' && !asked && !pushes && (isFirstRow(kind) || red)

function object(found: readonly WeakenedCheck[]): Objection | null {
  const [first] = found
  if (first === undefined) return null
  const { what, restore } = WEAKENED_WORDS[first.kind]
  const when = first.red && first.pushes ? ', after a red run in this session' : ''
  return {
    fact: `${what}${when}${first.disclosed ? '' : ', and your message does not say so'}`,
    quote: found.slice(0, 3).map(describe).join('; '),
    severity: 'HIGH',
    missing: 'the check as it was, or your reason for the change',
    nextAction: `${restore}, or say in your report why not.`,
    requested: false,
  }
}

const describe = ({ file, names, detail }: WeakenedCheck): string =>
  `${file}${names.length === 0 ? '' : ` (${names.slice(0, 3).join(', ')})`}: ${detail}`
