import type { CheckRun } from '../../../schema/check-run.js'
import { distinct, warnOfCheck } from './check-facts.js'
import type { CheckFacts, Rule } from './rule.js'

/** Our own runs are measured; a transcript does not show all that changes a tree. */
export const MIN_SEEN = 2

/** A check that is red and green on the same tree. */
export const flakyCheck: Rule<CheckFacts> = {
  id: 'flaky_check',
  check(facts) {
    const measured = facts.runs.filter((run) => isFlaky(run, facts.runs))
    const seen = distinct(facts.episodes.filter(isGreenByItself).map(({ sessionId }) => sessionId))
    if (measured.length === 0 && seen.length < MIN_SEEN) return null
    const sessions = distinct([...measured.flatMap(({ sessionId }) => sessionId ?? []), ...seen])
    const count = Math.max(measured.length, sessions.length)
    const says = `was red and green on the same tree, ${count} ${count === 1 ? 'time' : 'times'}`
    return warnOfCheck('flaky_check', facts, { says, sessions, count })
  },
  isOver: () => true,
}

function isFlaky(run: CheckRun, runs: readonly CheckRun[]): boolean {
  if (run.result === 'flaky') return true
  const isRed = run.result === 'new_failure' || run.result === 'preexisting'
  return (
    isRed &&
    run.treeBefore !== '' &&
    runs.some(({ result, treeBefore }) => result === 'passed' && treeBefore === run.treeBefore)
  )
}

/** It was run again and nothing had happened, by the tree too: that no change was seen is not enough. */
export const isGreenByItself = ({ state, resolvedBy }: CheckFacts['episodes'][number]): boolean =>
  state === 'resolved' && resolvedBy?.again === true
