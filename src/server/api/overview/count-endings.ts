import type { GuardBodies } from '../../../guard/guard-event.js'
import type { Overview } from '../../../schema/api/overview.js'
import { Ending } from '../../../schema/api/session.js'
import type { LogEvent } from '../../../schema/log-event.js'
import type { SessionState } from '../../../schema/session-state.js'
import type { Verdict } from '../../../schema/verdict.js'
import { endingOf } from '../sessions/ending.js'

export interface EndingFacts {
  aborts: readonly LogEvent[]
  readSession(id: string): Promise<SessionState | null>
}

/** How the human turns with a push ended. The latest turn is as the session stands, others as judged last. */
export async function countEndings(
  pushes: readonly LogEvent[],
  verdicts: readonly Verdict[],
  facts: EndingFacts,
): Promise<Overview['pushed']> {
  const counts = new Map<Ending, number>()
  const turns = pushedTurns(pushes, verdicts)
  const bySession = groupBySession(verdicts)
  for (const { sessionId, turn } of turns) {
    const judged = bySession.get(sessionId) ?? []
    const ending = await endingOfTurn({ sessionId, turn }, judged, facts)
    counts.set(ending, (counts.get(ending) ?? 0) + 1)
  }
  return {
    turns: turns.length,
    endings: Ending.options.flatMap((ending) => {
      const turns = counts.get(ending)
      return turns === undefined ? [] : [{ ending, turns }]
    }),
  }
}

interface Turn {
  sessionId: string
  turn: number
}

/** A push names its verdict, and a verdict its turn. */
function pushedTurns(pushes: readonly LogEvent[], verdicts: readonly Verdict[]): Turn[] {
  const turnOf = new Map(verdicts.map(({ id, turn }) => [id, turn]))
  const turns = new Map<string, Turn>()
  for (const { sessionId, body } of pushes) {
    const { action } = body as GuardBodies['guard.settled']
    const verdictId = action.kind === 'continue' ? action.metadata['verdict_id'] : undefined
    const turn = turnOf.get(verdictId ?? '')
    if (sessionId === null || turn === undefined) continue
    turns.set(`${turn} ${sessionId}`, { sessionId, turn })
  }
  return [...turns.values()]
}

function groupBySession(verdicts: readonly Verdict[]): Map<string, Verdict[]> {
  const groups = new Map<string, Verdict[]>()
  for (const verdict of verdicts) {
    const known = groups.get(verdict.session_id)
    if (known === undefined) groups.set(verdict.session_id, [verdict])
    else known.push(verdict)
  }
  return groups
}

async function endingOfTurn(
  { sessionId, turn }: Turn,
  judged: readonly Verdict[],
  { aborts, readSession }: EndingFacts,
): Promise<Ending> {
  const last = judged.findLast((verdict) => verdict.turn === turn) ?? null
  const state = await readSession(sessionId)
  if (state !== null && state.turn === turn) {
    return endingOf(state.turnEnd, last, { isOver: state.endedAt !== null })
  }
  const next = judged.find((verdict) => verdict.turn > turn)?.timestamp ?? '9'
  const isAborted = aborts.some(
    (abort) =>
      abort.sessionId === sessionId && abort.at > (last?.timestamp ?? '') && abort.at < next,
  )
  return isAborted ? 'aborted' : endingOf('open', last, { isOver: true })
}
