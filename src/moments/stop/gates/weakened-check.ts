import { isFirstRow } from '../../../evidence/weakened/first-row.js'
import type { WeakenedCheck, WeakenedKind } from '../../../schema/weakened-check.js'
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
  const { what, restore } = WORDS[first.kind]
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

interface Words {
  what: string
  restore: string
}

const WORDS: Readonly<Record<WeakenedKind, Words>> = {
  deleted: { what: 'Tests were deleted', restore: 'Restore them and make them pass' },
  skipped: { what: 'Tests no longer run', restore: 'Let them run and make them pass' },
  focused: {
    what: 'Only some tests run now',
    restore: 'Let all of them run and make them pass',
  },
  emptied: {
    what: 'A test no longer checks anything',
    restore: 'Restore its checks and make them pass',
  },
  excluded: {
    what: 'Tests are left out of the run',
    restore: 'Include them again and make them pass',
  },
  command: {
    what: 'The command that runs the checks no longer fails',
    restore: 'Restore the command and make what it runs pass',
  },
  threshold: {
    what: 'A threshold was lowered',
    restore: 'Restore the threshold and reach it',
  },
  stand_in: {
    what: 'A stand-in replaces what is tested',
    restore: 'Test the real thing and make it pass',
  },
  replaced: {
    what: 'Tests are gone, and code or other tests changed with them',
    restore: 'Restore what they checked and make it pass',
  },
  assertions: { what: 'A test has fewer assertions', restore: 'Restore them and make them pass' },
  expectations: {
    what: "A test's expectation was changed",
    restore: 'Restore what it expected and make it pass',
  },
  snapshot: {
    what: 'A snapshot was rewritten',
    restore: 'Look at the difference and restore what was right',
  },
  rules: { what: 'A rule was switched off', restore: 'Restore it and fix what it finds' },
  suppressed: { what: 'A finding was silenced', restore: 'Fix what it points at' },
  under_test: {
    what: 'The code behaves differently under test',
    restore: 'Make it behave the same everywhere',
  },
  retried: {
    what: 'A failing test is rerun until it passes',
    restore: 'Fix what makes it fail',
  },
  fewer_ran: {
    what: 'Fewer tests ran than before the change',
    restore: 'Run all of them and make them pass',
  },
  run_changed: {
    what: 'How a check runs was changed',
    restore: 'Restore how it ran and make it pass, or say what the change is for',
  },
}
