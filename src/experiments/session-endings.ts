import { setImmediate as nextTurn } from 'node:timers/promises'
import { safeId } from '../safety/safe-id.js'
import type { Outcome } from '../schema/outcome.js'
import { isCountedOutcome, type SessionOutcome } from '../schema/session-outcome.js'
import type { Place, RecordQuery, Store } from '../store.js'

/** How a session's work turned out, and when it ended; null: nothing that a machine can see says so. */
export interface SessionEnding {
  readonly right: boolean | null
  readonly endedAt: string
}

const PAGE = 500

/** Every session whose end was recorded, by its id. */
export async function readSessionEndings(
  store: Pick<Store, 'list'>,
): Promise<Map<string, SessionEnding>> {
  const outcomes = await readAll<Outcome>(
    (query) => store.list('outcome', query),
    ({ timestamp: at, session_id: id }) => ({ at, id }),
  )
  const sessionOutcomes = await readAll<SessionOutcome>(
    (query) => store.list('session_outcome', query),
    ({ endedAt: at, id }) => ({ at, id }),
  )
  return joinEndings(outcomes, sessionOutcomes)
}

/** Page by page, so that a server answers others in between. */
async function readAll<Row>(
  read: (query: RecordQuery) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): Promise<Row[]> {
  const all: Row[] = []
  for (let beyond: Place | undefined; ;) {
    const query: RecordQuery = { limit: PAGE, order: 'oldest' }
    const rows = await read(beyond === undefined ? query : { ...query, beyond })
    all.push(...rows)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return all
    beyond = placeOf(last)
    await nextTurn()
  }
}

/**
 * Of a sub-session its runner tells, of a client's session its outcome. What only the judge says is
 * no ending: it would measure the judge. A timeout, an interruption and an abort say neither.
 */
export function joinEndings(
  outcomes: readonly Outcome[],
  sessionOutcomes: readonly SessionOutcome[],
): Map<string, SessionEnding> {
  const endings = new Map<string, SessionEnding>()
  for (const { session_id: id, status, timestamp: endedAt } of outcomes) {
    endings.set(id, { right: rightOf(status), endedAt })
  }
  for (const { sessionId, status, basis, endedAt } of sessionOutcomes) {
    // Run records name a session as files may be named.
    const id = safeId(sessionId)
    const right = isCountedOutcome({ status, basis }) ? status === 'completed' : null
    if (right === null && (endings.get(id)?.right ?? null) !== null) continue
    endings.set(id, { right, endedAt })
  }
  return endings
}

const rightOf = (status: Outcome['status']): boolean | null =>
  status === 'completed' ? true : status === 'failed' ? false : null
