/**
 * How a session ended. Facts come in; a status, its basis and the fact behind it go out. The strongest
 * basis decides: our own check run, then the checks of the transcript, then a person's words, then
 * the judge. Where both a person and the judge speak it is the person's word that counts.
 */
import { judgeReply } from '../../../evidence/message/judge-reply.js'
import { quoteFact } from '../../../safety/fence.js'
import { oneLineSafely } from '../../../safety/clip-safely.js'
import type { CheckResult } from '../../../schema/check-run.js'
import type { SessionOutcome } from '../../../schema/session-outcome.js'
import type { TurnEnd } from '../../../schema/session-state.js'
import type { Verdict } from '../../../schema/verdict.js'
import type { EndFacts } from './end-facts.js'

/** The last run of one of the user's checks for the work in question. */
export interface OwnCheck {
  name: string
  result: CheckResult
}

export interface OutcomeFacts {
  end: EndFacts
  turnEnd: TurnEnd
  ownChecks: readonly OwnCheck[]
  /** Of the last turn that did anything. */
  verdict: Pick<Verdict, 'complete' | 'judge' | 'gates'> | null
}

export type JudgedOutcome = Pick<SessionOutcome, 'status' | 'basis' | 'reason' | 'checks'>

export function judgeOutcome(facts: OutcomeFacts): JudgedOutcome {
  const { end, turnEnd } = facts
  const checks = { green: end.green, red: end.red }
  const own = byOwnChecks(facts.ownChecks)
  if (own !== null) return { ...own, checks: namesOf(facts.ownChecks) }
  if (turnEnd === 'aborted') {
    return { status: 'aborted', basis: 'none', reason: 'a person stopped it', checks }
  }
  const known = byRecordedChecks(end) ?? byWords(facts) ?? byCommit(end) ?? byJudge(facts)
  return { ...(known ?? NOTHING), checks }
}

type Known = Omit<JudgedOutcome, 'checks'>

const NOTHING: Known = { status: 'unknown', basis: 'none', reason: 'nothing says how it ended' }

function byOwnChecks(runs: readonly OwnCheck[]): Known | null {
  const red = runs.find(({ result }) => result === 'new_failure')
  if (red !== undefined) return { status: 'failed', basis: 'own_check', reason: `${red.name}: red` }
  const green = runs.find(({ result }) => result === 'passed')
  if (green === undefined) return null
  return { status: 'completed', basis: 'own_check', reason: `${green.name}: green` }
}

const namesOf = (runs: readonly OwnCheck[]): SessionOutcome['checks'] => ({
  green: runs.filter(({ result }) => result === 'passed').map(({ name }) => name),
  red: runs.filter(({ result }) => result === 'new_failure').map(({ name }) => name),
})

function byRecordedChecks({ result, green, red }: EndFacts): Known | null {
  if (result === 'unknown') return null
  const isGreen = result === 'passed'
  return {
    status: isGreen ? 'completed' : 'failed',
    basis: 'recorded_checks',
    reason: `${(isGreen ? green : red)[0] ?? 'the checks'}: ${isGreen ? 'green' : 'red'}`,
  }
}

/** The last words that say something count: "thanks" may be followed by "it still fails". */
function byWords({ end }: OutcomeFacts): Known | null {
  if (end.turn === 0) return null
  const spoken = [
    ...end.replies.map((text) => ({ text, isSameSession: true })),
    ...(end.next === null ? [] : [{ text: end.next, isSameSession: false }]),
  ]
  for (const { text, isSameSession } of spoken.toReversed()) {
    const reception = judgeReply({ text, before: end.said, isSameSession })
    if (reception === null) continue
    return {
      status: reception === 'doubt' ? 'failed' : 'completed',
      basis: 'next_message',
      reason: `a person wrote: ${quoteFact(oneLineSafely(text, MAX_QUOTE_CHARS))}`,
    }
  }
  return null
}

const MAX_QUOTE_CHARS = 160

/** Whoever commits the work has accepted it. */
const byCommit = ({ committed }: EndFacts): Known | null =>
  committed === null
    ? null
    : {
        status: 'completed',
        basis: 'next_message',
        reason: `a person committed it: ${committed.slice(0, 12)}`,
      }

function byJudge({ verdict }: OutcomeFacts): Known | null {
  if (verdict === null || verdict.complete === null) return null
  const { complete, judge, gates } = verdict
  return {
    status: complete ? 'completed' : 'failed',
    basis: 'judge',
    reason: complete
      ? `judged complete by ${judge}`
      : `judged incomplete by ${judge}${gates[0] === undefined ? '' : ` (${gates[0]})`}`,
  }
}
