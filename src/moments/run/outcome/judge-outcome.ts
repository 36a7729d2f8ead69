/**
 * How a session ended. Facts come in; a status, its basis and the fact behind it go out. The strongest
 * basis decides: our own check run, then the checks of the transcript, then a person's words, then
 * the judge. Where both a person and the judge speak it is the person's word that counts. Green checks
 * complete no work of which the facts show that a part is missing, or a person says that it is wrong.
 */
import { judgeReply, statesFailure } from '../../../read/prose/judge-reply.js'
import { quoteFact } from '../../../safety/fence.js'
import { oneLineSafely } from '../../../safety/clip-safely.js'
import type { CheckResult } from '../../../schema/check-run.js'
import type { SessionOutcome } from '../../../schema/session-outcome.js'
import type { TurnEnd } from '../../../schema/session-state.js'
import { isForPerson } from '../../../schema/verdict.js'
import type { Verdict } from '../../../schema/verdict.js'
import type { EndFacts } from '../../../schema/end-facts.js'

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
  verdict: Verdict | null
  /** A check that was red became green only because it was made weaker. */
  isWeakened: boolean
  /** A check whose last run was red, whoever's doing that is; null where none is known. */
  leftRed: string | null
}

export type JudgedOutcome = Pick<SessionOutcome, 'status' | 'basis' | 'reason' | 'checks'>

export function judgeOutcome(facts: OutcomeFacts): JudgedOutcome {
  const { end, turnEnd } = facts
  const checks = { green: end.green, red: end.red }
  const own = byOwnChecks(facts.ownChecks)
  if (own !== null) return { ...whole(own, facts), checks: namesOf(facts.ownChecks) }
  if (turnEnd === 'aborted') {
    return { status: 'aborted', basis: 'none', reason: 'a person stopped it', checks }
  }
  const recorded = byRecordedChecks(end)
  if (recorded !== null) return { ...whole(recorded, facts), checks }
  const known = byWords(end) ?? byCommit(end) ?? byJudge(facts)
  const left = facts.leftRed === null ? NOTHING : { ...NOTHING, reason: `${facts.leftRed}: red` }
  return { ...(known ?? left), checks }
}

/** What green checks are worth: they say nothing of a push that failed, or of what no test looks at. */
function whole(known: Known, facts: OutcomeFacts): Known {
  const { verdict, isWeakened, end } = facts
  if (known.status !== 'completed') return known
  const word = lastWord(end)
  if (word?.reception === 'doubt' && statesFailure(word.text)) return wordOf(word)!
  const isRefuted = verdict?.complete === false && verdict.judge === RULES && !isForPerson(verdict)
  if (isRefuted) return byJudge(facts)!
  const but = end.thrownAway
    ? 'but the change was thrown away'
    : isWeakened
      ? 'only with a weaker check'
      : end.undelivered !== null
        ? `but not delivered: ${quoteFact(end.undelivered)}`
        : end.idle !== null
          ? `but the tests that were asked for check nothing: ${quoteFact(end.idle)}`
          : null
  return but === null
    ? known
    : { status: 'unknown', basis: 'none', reason: `${known.reason}, ${but}` }
}

/** What it says is measured; a model's word is weaker than a check. */
const RULES = 'rules'

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

const byWords = (end: EndFacts): Known | null => wordOf(lastWord(end))

interface Word {
  text: string
  reception: 'doubt' | 'acceptance'
}

/** The last words that say something count: "thanks" may be followed by "it still fails". */
function lastWord(end: EndFacts): Word | null {
  if (end.turn === 0) return null
  const spoken = [
    ...end.replies.map((text) => ({ text, isSameSession: true })),
    ...(end.next === null ? [] : [{ text: end.next, isSameSession: false }]),
  ]
  for (const { text, isSameSession } of spoken.toReversed()) {
    const reception = judgeReply({ text, before: end.said, isSameSession })
    if (reception !== null) return { text, reception }
  }
  return null
}

const wordOf = (word: Word | null): Known | null =>
  word === null
    ? null
    : {
        status: word.reception === 'doubt' ? 'failed' : 'completed',
        basis: 'next_message',
        reason: `a person wrote: ${quoteFact(oneLineSafely(word.text, MAX_QUOTE_CHARS))}`,
      }

const MAX_QUOTE_CHARS = 160

/** Nothing but a commit speaks for it: what the person writes next, or does to the commit, says more. */
export const restsOnCommit = ({ basis }: Pick<SessionOutcome, 'basis'>, end: EndFacts): boolean =>
  basis === 'next_message' && end.committed !== null && byWords(end) === null

/** A person who commits the work has accepted it. */
const byCommit = ({ committed }: EndFacts): Known | null =>
  committed === null
    ? null
    : {
        status: 'completed',
        basis: 'next_message',
        reason: `a person committed it: ${committed.slice(0, 12)}`,
      }

/** The last question of a message; its last sentence where it asks nothing. */
function asked(said: string): string {
  const sentences = said.split(/(?<=[.!?？。])\s+/u)
  const last = sentences.findLast((one) => /[?？][^\w?？]*$/u.test(one)) ?? sentences.at(-1) ?? ''
  return quoteFact(oneLineSafely(last, MAX_QUOTE_CHARS))
}

function byJudge({ verdict, end }: OutcomeFacts): Known | null {
  if (verdict === null || verdict.complete === null) return null
  const { complete, judge, gates, turn } = verdict
  if (isForPerson(verdict)) {
    const words = turn === end.turn ? `: ${asked(end.said)}` : ''
    return { status: 'waiting', basis: 'judge', reason: `it waits for a person${words}` }
  }
  return {
    status: complete ? 'completed' : 'failed',
    basis: 'judge',
    reason: complete
      ? `judged complete by ${judge}`
      : `judged incomplete by ${judge}${gates[0] === undefined ? '' : ` (${gates[0]})`}`,
  }
}
