import { JUDGED_ACTION } from '../../../schema/judged-action.js'
import type { SessionItem, VerdictBrief } from '../../../schema/api/session.js'
import type { AgentEventOf } from '../../../schema/agent-event.js'
import type { SessionState } from '../../../schema/session-state.js'
import type { Verdict } from '../../../schema/verdict.js'
import type { Store } from '../../../store.js'
import { oneLine } from '../../../util/one-line.js'
import { endingOf, endingOfSession } from '../../../sums/ending.js'
import { isStopPush } from '../../../sums/is-stop-push.js'
import { judgedNoteOf } from './judged-note-of.js'

const ASKED_CHARS = 240
/** The most decisions of one session that are looked through for pushes. */
const MAX_SETTLED = 2000

/** A session as a list shows it. */
export async function toSessionItem(state: SessionState, store: Store): Promise<SessionItem> {
  const { sessionId } = state
  const [verdict = null] = await store.list('verdict', { sessionId, limit: 1 })
  const settled = await store.readEvents({
    sessionId,
    kinds: ['guard.settled'],
    limit: MAX_SETTLED,
    order: 'newest',
  })
  const [outcome = null] = await store.list('session_outcome', { sessionId, limit: 1 })
  const isOfThisTurn = verdict !== null && verdict.turn === state.turn
  const lastTurn = endingOf(state.turnEnd, isOfThisTurn ? verdict : null, {
    isOver: state.endedAt !== null,
  })
  return {
    id: sessionId,
    agent: state.agent,
    project: state.projectRoot,
    parentSessionId: state.parentSessionId,
    startedAt: state.startedAt,
    updatedAt: state.updatedAt,
    endedAt: state.endedAt,
    turns: state.turn,
    stops: state.stops,
    pushes: settled.filter(isStopPush).length,
    state: state.turnEnd,
    ending: endingOfSession(lastTurn, { endedAt: state.endedAt ?? state.updatedAt, outcome }),
    asked: await firstAsked(sessionId, store),
    verdict: verdict === null ? null : toBrief(verdict),
  }
}

/** What was asked first, one line, bounded; null when no message was seen. */
export async function firstAsked(sessionId: string, store: Store): Promise<string | null> {
  const kinds = ['agent.prompt-submitted']
  const prompts = await store.readEvents({ sessionId, kinds, limit: 5 })
  const first = prompts.find(({ body }) => promptOf(body).origin === 'human')
  const text = first === undefined ? await judgedAsked(sessionId, store) : promptOf(first.body).text
  return text === null ? null : oneLine(text, ASKED_CHARS)
}

/** From what was judged: a client that tells of no prompt still has it in its transcript. */
async function judgedAsked(sessionId: string, store: Store): Promise<string | null> {
  const entries = await store.list('interaction', { sessionId, limit: 20, order: 'oldest' })
  const judged = entries.filter(({ action }) => action === JUDGED_ACTION)
  const notes = judged.map((entry) => judgedNoteOf(entry)?.facts?.asked ?? null)
  return notes.find((asked) => asked !== null) ?? null
}

const promptOf = (body: unknown): AgentEventOf<'prompt-submitted'> =>
  body as AgentEventOf<'prompt-submitted'>

const toBrief = (verdict: Verdict): VerdictBrief => ({
  id: verdict.id,
  at: verdict.timestamp,
  complete: verdict.complete,
  severity: verdict.severity,
  requiresHumanAction: verdict.requires_human_action,
  gates: verdict.gates,
  judge: verdict.judge,
})
