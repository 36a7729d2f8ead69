import type { Evidence } from '../../../schema/evidence.js'
import type { Gate } from '../gate.js'
import { mayBeTest } from '../../attempt-failure.js'
import { hasDelegated } from '../delegated.js'
import { missesEdit } from '../substance.js'

/** Tests were demanded in so many words, and none ran after the last edit. */
export const testsNotRun: Gate = {
  id: 'tests_not_run',
  tier: 'push',
  yieldsToPerson: false,
  check({ evidence, basis }) {
    const wanted = evidence.request.flags.testsWanted
    if (wanted === null || evidence.request.flags.planOnly !== null) return null
    if (evidence.commands.some((run) => mayBeTest(run) && !missesEdit(run, evidence))) return null
    if (hasNamedTests(evidence) || hasDelegated(evidence, evidence.lastEditStep ?? -1)) return null
    if (basis === 'recorded' && !canTell(evidence)) return null
    return {
      fact:
        evidence.lastEditStep === null || !hasTestRun(evidence)
          ? 'The request asks for tests, but no test command was run'
          : 'The request asks for tests, but none ran after your last edit',
      quote: wanted.quote,
      severity: 'HIGH',
      missing: 'a test run on the final state',
      nextAction: 'Run the tests now and report what they print.',
      requested: true,
    }
  },
}

/** A shell line too crooked to be read as a run, that names tests all the same. */
const hasNamedTests = (evidence: Evidence): boolean =>
  evidence.recent.some(
    (item) =>
      item.kind === 'call' &&
      item.toolKind === 'command' &&
      !missesEdit({ step: item.step, part: LAST_PART }, evidence) &&
      /\b(?:tests?|specs?|pytest|vitest|jest)\b/.test(item.action) &&
      !/^\s*(?:cat|ls|grep|rg|find|head|tail|sed|git)\b/.test(item.action),
  )

/** Its position within the line is unknown: it may be the last. */
const LAST_PART = 999

const hasTestRun = ({ commands }: Evidence): boolean => commands.some(({ kind }) => kind === 'test')

/** A demand of an earlier turn counts only when this turn changed code that it is about. */
function canTell({ request, edits, totals }: Evidence): boolean {
  if (totals.toolCalls === 0) return false
  const wanted = request.flags.testsWanted?.message ?? 0
  return (
    wanted === request.total || edits.some(({ turn, inert }) => !inert && turn === request.total)
  )
}
