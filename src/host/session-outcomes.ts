import type { Outcome } from '../schema/outcome.js'
import { isCountedOutcome } from '../schema/is-counted-outcome.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import type { CountQuery, Store } from '../store.js'

/** Sessions of clients as the cycle counts them, newest first: those whose outcome may be counted. */
export async function countedSessions(
  store: Pick<Store, 'list'>,
  query: CountQuery & { limit: number },
): Promise<Outcome[]> {
  const sessions = await store.list('session_outcome', query)
  return sessions.filter(isCountedOutcome).map(asOutcome)
}

const asOutcome = (session: SessionOutcome): Outcome => ({
  session_id: session.sessionId,
  task_id: null,
  objective: '',
  status: session.status === 'failed' ? 'failed' : 'completed',
  result: session.reason,
  result_length: session.reason.length,
  error: null,
  duration_ms: session.durationMs ?? 0,
  rounds: null,
  tokens: session.tokens,
  tools_used: [],
  skills_read: session.skillsRead,
  timestamp: session.endedAt,
})
