import { safeId } from '../safety/safe-id.js'
import type { Outcome } from '../schema/outcome.js'
import { isCountedOutcome } from '../schema/is-counted-outcome.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import type { RecordQuery, Store } from '../store.js'
import { countOf } from '../sums/counts.js'
import type { Counts } from '../sums/counts.js'
import { readAllDays } from '../sums/read-sums.js'

/** How a session's work turned out, and when it ended; null: nothing that a machine can see says so. */
export interface SessionEnding {
  readonly right: boolean | null
  readonly endedAt: string
}

/** How many sessions ended in which way. */
export interface EndedSessions {
  readonly right: number
  readonly wrong: number
  readonly unknown: number
}

/** From what was counted already: it costs what is new. */
export const readEndedSessions = async (store: Store): Promise<EndedSessions> =>
  toEnded(await readAllDays(store))

export const toEnded = (sums: Counts): EndedSessions => ({
  right: countOf(sums, 'ended right'),
  wrong: countOf(sums, 'ended wrong'),
  unknown: countOf(sums, 'ended unknown'),
})

export function countEndings(endings: ReadonlyMap<string, SessionEnding>): EndedSessions {
  const all = [...endings.values()]
  const right = all.filter((end) => end.right === true).length
  const wrong = all.filter((end) => end.right === false).length
  return { right, wrong, unknown: all.length - right - wrong }
}

const ALL = 1_000_000

/** Every session whose end was recorded, by its id. */
export async function readSessionEndings(
  store: Pick<Store, 'list'>,
): Promise<Map<string, SessionEnding>> {
  const query: RecordQuery = { limit: ALL, order: 'oldest' }
  return joinEndings(await store.list('outcome', query), await store.list('session_outcome', query))
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
