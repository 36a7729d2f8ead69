import type { GuardBodies } from '../guard/guard-event.js'
import type { Ending } from '../schema/api/session.js'
import type { LogEvent } from '../schema/log-event.js'
import type { SessionState } from '../schema/session-state.js'
import type { Verdict } from '../schema/verdict.js'
import { endingOf } from './ending.js'
import { isStopPush } from './is-stop-push.js'

/** What is known of one session; everything oldest first. */
export interface PushedSession {
  settled: readonly LogEvent[]
  aborts: readonly LogEvent[]
  verdicts: readonly Verdict[]
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
  const turns = new Map<number, string>()
  for (const { at, body } of session.settled.filter(isStopPush)) {
    const { action } = body as GuardBodies['guard.settled']
    // A push names its verdict, and a verdict its turn.
    const verdictId = action.kind === 'continue' ? action.metadata['verdict_id'] : undefined
    const turn = turnOf.get(verdictId ?? '')
    if (turn !== undefined) turns.set(turn, at)
  }
  return [...turns].map(([turn, at]) => ({ at, ending: endingOfTurn(turn, session) }))
}

function endingOfTurn(turn: number, { aborts, verdicts, state }: PushedSession): Ending {
  const last = verdicts.findLast((verdict) => verdict.turn === turn) ?? null
  if (state !== null && state.turn === turn) {
    return endingOf(state.turnEnd, last, { isOver: state.endedAt !== null })
  }
  const next = verdicts.find((verdict) => verdict.turn > turn)?.timestamp ?? '9'
  const isAborted = aborts.some(({ at }) => at > (last?.timestamp ?? '') && at < next)
  return isAborted ? 'aborted' : endingOf('open', last, { isOver: true })
}
