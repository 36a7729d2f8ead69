import { readPush } from '../guard/read-push.js'
import type { Ending } from '../schema/api/session.js'
import type { CheckRun } from '../schema/check-run.js'
import type { Episode } from '../schema/episode.js'
import type { LogEvent } from '../schema/log-event.js'
import type { SessionState } from '../schema/session-state.js'
import type { Verdict } from '../schema/verdict.js'
import { endingOf } from './ending.js'

/** What is known of one session; everything oldest first. */
export interface PushedSession {
  settled: readonly LogEvent[]
  aborts: readonly LogEvent[]
  verdicts: readonly Verdict[]
  /** Verdicts of turns whose last check was green. */
  green: ReadonlySet<string>
  /** Its checks that went red. */
  episodes: readonly Episode[]
  /** Finished runs of the user's checks. */
  checks: readonly Pick<CheckRun, 'checkId' | 'result' | 'startedAt'>[]
  state: SessionState | null
}

export interface PushedTurn {
  /** When it was last pushed. */
  at: string
  ending: Ending
}

/** How the human turns with a push ended. The latest turn is as the session stands, others as judged last. */
export function endPushedTurns(session: PushedSession): PushedTurn[] {
  const turnOf = new Map(session.verdicts.map(({ id, turn }) => [id, turn]))
  const turns = new Map<number, TurnPush>()
  for (const event of session.settled) {
    // A push names its verdict, and a verdict its turn.
    const push = readPush(event)
    const turn = turnOf.get(push?.verdictId ?? '')
    if (push !== null && turn !== undefined) turns.set(turn, { at: event.at, gate: push.gate })
  }
  return [...turns].map(([turn, push]) => {
    const ending = endingOfTurn(turn, session)
    const isSettled = ending !== 'done' && isSettledSince(turn, push, session)
    return { at: push.at, ending: isSettled ? 'settled' : ending }
  })
}

interface TurnPush {
  at: string
  gate: string
}

/**
 * Whether what it was sent back for is no longer so, by the record: the turn's last stop does not show it
 * any more, or each check that was red then became green later in the session.
 */
function isSettledSince(
  turn: number,
  { at, gate }: TurnPush,
  { verdicts, episodes, green, checks }: PushedSession,
): boolean {
  const last = verdicts.findLast((verdict) => verdict.turn === turn)
  const isGone = last !== undefined && last.timestamp > at && !last.gates.includes(gate)
  if (isGone && (!SAID_ONCE.has(gate) || green.has(last.id) || isGreenSince(at, checks)))
    return true
  const red = episodes.filter(
    ({ startedAt, endedAt, state }) =>
      startedAt <= at && (state === 'open' || (endedAt ?? at) > at),
  )
  return CHECKS.has(gate) && red.length > 0 && red.every(({ state }) => state === 'resolved')
}

/** One of the user's checks was green since, and none was red when it ran last. */
function isGreenSince(at: string, checks: PushedSession['checks']): boolean {
  const last = [...new Map(checks.map((run) => [run.checkId, run])).values()]
  return (
    last.some(({ result, startedAt }) => result === 'passed' && startedAt > at) &&
    !last.some(({ result }) => result === 'new_failure' || result === 'preexisting')
  )
}

/** Points that no stop shows twice: a claim may only be taken back, and the same failure of a check is not told again. */
const SAID_ONCE: ReadonlySet<string> = new Set([
  'unbacked',
  'unread',
  'unsourced',
  'red_check',
  'check_not_run',
])
/** Points that are about a check. */
const CHECKS: ReadonlySet<string> = new Set(['red', 'unbacked', 'failing_tests', 'failing_build'])

function endingOfTurn(turn: number, { aborts, verdicts, state }: PushedSession): Ending {
  const last = verdicts.findLast((verdict) => verdict.turn === turn) ?? null
  if (state !== null && state.turn === turn) {
    return endingOf(state.turnEnd, last, { isOver: state.endedAt !== null })
  }
  const next = verdicts.find((verdict) => verdict.turn > turn)?.timestamp ?? '9'
  const isAborted = aborts.some(({ at }) => at > (last?.timestamp ?? '') && at < next)
  return isAborted ? 'aborted' : endingOf('open', last, { isOver: true })
}
