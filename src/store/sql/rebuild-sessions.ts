import { isDeepStrictEqual } from 'node:util'
import type { LogEvent } from '../../schema/log-event.js'
import type { SessionState } from '../../schema/session-state.js'
import { checkState } from '../../schema/check-row.js'
import type { SqlConnection, SqlRow } from './driver.js'
import { corrupt, toLogEvent } from './read-row.js'
import * as sql from './statements.js'
import { toStoredState } from './stored-row.js'

const PAGE = 1000

type Fold = (state: SessionState | null, event: LogEvent) => SessionState | null

/**
 * Folds the whole log again and repairs the sessions that differ. A session of which the log no
 * longer has the beginning stays as it is: what retention took away can't be told from a fault.
 */
export async function rebuildSessions(
  connection: SqlConnection,
  fold: Fold,
  author: string | null,
): Promise<{ sessions: number; changed: number }> {
  const states = await foldLog(connection, fold)
  let changed = 0
  for (const state of states) {
    checkState(state)
    const stored = toStoredState(state)
    const [row] = await connection.all(sql.READ_SESSION, [stored[0] ?? null])
    if (isSame(row, String(stored[2]))) continue
    changed += 1
    await connection.run(sql.PUT_SESSION, [...stored, author])
  }
  return { sessions: states.length, changed }
}

/** In pages, so that only the sessions' states are held in memory. */
async function foldLog(connection: SqlConnection, fold: Fold): Promise<SessionState[]> {
  const states = new Map<string, SessionState | null>()
  for (let after = 0; ;) {
    const page = sql.listEvents({ after, limit: PAGE })
    const events = (await connection.all(page.sql, page.values)).map(toLogEvent)
    for (const event of events) {
      if (event.sessionId === null) continue
      states.set(event.sessionId, fold(states.get(event.sessionId) ?? null, event))
    }
    const last = events.at(-1)
    if (last === undefined) break
    // On a damaged page ids run backwards, and the same page would come for ever.
    if (last.id <= after) throw corrupt('The log is out of order')
    after = last.id
  }
  return [...states.values()].filter((state) => state !== null)
}

/** Compared as values: another writer may have put the keys in another order. */
function isSame(row: SqlRow | undefined, body: string): boolean {
  if (row === undefined) return false
  try {
    return isDeepStrictEqual(JSON.parse(String(row['body'])), JSON.parse(body))
  } catch {
    return false
  }
}
