import { readSessionLearning } from '../../../memory/session-learning.js'
import { ReflectError } from '../../../schema/error.js'
import type { SessionDetail, TurnSummary } from '../../../schema/api/session.js'
import type { AgentEventOf } from '../../../schema/agent-event.js'
import type { SessionState } from '../../../schema/session-state.js'
import { spentOf } from '../../../sums/agent-cost.js'
import { isSettled } from '../../../sums/ending.js'
import { readSessionUsage } from '../../../sums/session-usage.js'
import type { Store } from '../../../store.js'
import type { RouteHandler } from '../api-deps.js'
import { readTurns, TURN_KINDS } from './read-turns.js'
import { toSessionItem } from './session-item.js'
import { readSessionRecords } from './session-records.js'

const MAX_EVENTS = 20_000
const MAX_TURNS = 50
const MAX_CHECKS = 500

/** One session, turn by turn: asked, claimed, contradicted, said, ended. */
export const readSession: RouteHandler<'GET /sessions/{id}'> = async ({ params }, { host }) => {
  const { store } = host
  const state = await existingSession(store, params.id)
  const { sessionId } = state
  const events = await store.readEvents({ sessionId, kinds: TURN_KINDS, limit: MAX_EVENTS })
  const { verdicts, notes } = await readSessionRecords(store, sessionId)
  const checkRuns = await store.list('check_run', { sessionId, order: 'oldest', limit: MAX_CHECKS })
  const runs = await store.list('run', { sessionId, limit: MAX_CHECKS })
  const files = runs.flatMap(({ record }) => record.files_changed)
  const own = runs.length === 0 ? null : new Set(files)
  const [outcome = null] = await store.list('session_outcome', { sessionId, limit: 1 })
  const isOver = isSettled(state.endedAt ?? state.updatedAt, outcome)
  const turns = readTurns({ events, verdicts, notes, checkRuns, own, isSettled: isOver })
  const used = await readSessionUsage(store, sessionId, outcome ?? undefined)
  return {
    outcome,
    session: await toSessionItem(state, store),
    turns: turns.slice(-MAX_TURNS).map((turn) => within(turn, state.projectRoot)),
    ...(await readSessionLearning(store, sessionId)),
    totals: await readTotals(store, sessionId),
    usage: used === null ? null : spentOf(used.rows, host.config.models.prices),
  }
}

/** Files of the project without its folder: some clients name them whole. */
const within = (turn: TurnSummary, root: string | null): TurnSummary => ({
  ...turn,
  done: { ...turn.done, files: turn.done.files.map((file) => file.replace(`${root}/`, '')) },
})

export async function existingSession(store: Store, id: string): Promise<SessionState> {
  const state = await store.readSession(id)
  if (state !== null) return state
  throw new ReflectError('not-found', `There is no session "${id.slice(0, 80)}"`, {
    remedy: 'Sessions are kept as long as their events; the list shows them all.',
  })
}

async function readTotals(store: Store, sessionId: string): Promise<SessionDetail['totals']> {
  const read = (kind: string) => store.readEvents({ sessionId, kinds: [kind], limit: MAX_EVENTS })
  const tools = await read('agent.tool-finished')
  const compactions = await read('agent.session-compacted')
  const learned = await read('record.lesson')
  const failures = tools.filter(({ body }) => (body as AgentEventOf<'tool-finished'>).failed).length
  const exposures = await store.list('exposure', { sessionId, limit: MAX_EVENTS })
  const calls = await store.list('model_call', { sessionId, limit: MAX_EVENTS })
  const answered = calls.filter(({ outcome }) => outcome !== 'reserved')
  return {
    toolCalls: tools.length === failures ? null : tools.length,
    toolFailures: failures,
    verdicts: await store.count('verdict', { sessionId }),
    runs: await store.count('run', { sessionId }),
    compactions: compactions.length,
    lessonsShown: exposures.filter(({ arm }) => arm === 'shown').length,
    lessonsLearned: new Set(learned.map(({ body }) => (body as { id: string }).id)).size,
    spentUsd: answered.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    spentTokens: answered.reduce(
      (sum, { inputTokens, outputTokens }) => sum + (inputTokens ?? 0) + (outputTokens ?? 0),
      0,
    ),
  }
}
