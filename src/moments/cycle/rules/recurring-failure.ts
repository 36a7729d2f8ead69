import { redSessions, warnOfCheck } from './check-facts.js'
import { isGreenByItself, MIN_SEEN } from './flaky-check.js'
import { IN_LOOKBACK, MAX_MET } from './rule.js'
import type { CheckFacts, Rule } from './rule.js'

const MIN_SESSIONS = 3
const MAX_FIXES = 3

/** One failure that session after session meets. */
export const recurringFailure: Rule<CheckFacts> = {
  id: 'recurring_failure',
  check(facts) {
    const sessions = redSessions(facts)
    const count = sessions.length
    if (count < MIN_SESSIONS || comesAndGoes(facts)) return null
    const isCut = facts.episodes.length === MAX_MET || facts.runs.length === MAX_MET
    const sum = `${count}${isCut ? ' or more' : ''} sessions ${IN_LOOKBACK}`
    const says = `was red in ${sum}${fixOf(facts)}`
    return warnOfCheck('recurring_failure', facts, { says, sessions, count })
  },
  isOver: () => true,
}

/** `flaky_check` says it, and nothing else is known of it. */
const comesAndGoes = ({ episodes }: CheckFacts): boolean =>
  episodes.filter(isGreenByItself).length >= MIN_SEEN &&
  episodes.every((one) => one.resolvedBy === null || isGreenByItself(one))

/** What made it green the last time: the rule is about a fix that does not last. */
function fixOf({ episodes }: CheckFacts): string {
  const fix = episodes.find(({ resolvedBy }) => resolvedBy !== null)?.resolvedBy
  const fixes = [...(fix?.files ?? []), ...(fix?.commands ?? [])].slice(0, MAX_FIXES)
  return fixes.length === 0 ? '' : ` (last fixed by ${fixes.join(', ')})`
}
