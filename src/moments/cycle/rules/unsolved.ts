import { isLeftRed } from '../../../sums/green-since.js'
import { distinct, warnOfCheck } from './check-facts.js'
import { IN_LOOKBACK } from './rule.js'
import type { CheckFacts, Rule } from './rule.js'

const MIN_SESSIONS = 2

/** A failure that sessions end with, one after another, unsolved since. */
export const unsolved: Rule<CheckFacts> = {
  id: 'unsolved',
  check(facts) {
    if (facts.episodes[0]?.state === 'resolved') return null
    const abandoned = facts.episodes.filter(
      (one) => isLeftRed(one) && facts.greenSince?.has(one.id) !== true,
    )
    const sessions = distinct(abandoned.map(({ sessionId }) => sessionId))
    const count = sessions.length
    if (count < MIN_SESSIONS) return null
    const says = `was left red by ${count} sessions ${IN_LOOKBACK}`
    return warnOfCheck('unsolved', facts, { says, sessions, count })
  },
  isOver: () => true,
}
