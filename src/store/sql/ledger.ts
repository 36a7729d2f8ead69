import type { Spending, SpendingQuery, Spent } from '../../schema/model-call.js'
import type { Dialect } from './dialect.js'
import type { SqlConnection, SqlRow } from './driver.js'
import type { Statement } from './statements.js'

const COUNTED = `state IN ('ok', 'failed', 'timeout')`

/** What the session and the day have spent, calls under way included. */
export async function readSpending(
  connection: SqlConnection,
  dialect: Dialect,
  query: SpendingQuery,
): Promise<Spending> {
  const read = async ({ sql, values }: Statement): Promise<Spent> =>
    toSpent((await connection.all(sql, values))[0] ?? {})
  const { sessionId } = query
  return {
    session:
      sessionId === null
        ? NOTHING
        : await read(sumSpent(dialect, query, 'session_id = ?', sessionId)),
    day: await read(sumSpent(dialect, query, 'at >= ?', query.dayStart)),
  }
}

const NOTHING: Spent = { timeMs: 0, tokens: 0, usd: 0 }

export function sumSpent(
  { jsonNumber }: Dialect,
  { reservedSince }: SpendingQuery,
  condition: 'session_id = ?' | 'at >= ?',
  value: string,
): Statement {
  const tokens = `coalesce(${jsonNumber('inputTokens')}, 0) + coalesce(${jsonNumber('outputTokens')}, 0)`
  return {
    sql:
      `SELECT sum(${jsonNumber('durationMs')}) AS time_ms, sum(${tokens}) AS tokens, ` +
      `sum(${jsonNumber('cost')}) AS usd FROM model_calls ` +
      `WHERE ${condition} AND (${COUNTED} OR (state = 'reserved' AND at >= ?))`,
    values: [value, reservedSince],
  }
}

const toSpent = (row: SqlRow): Spent => ({
  timeMs: Number(row['time_ms'] ?? 0),
  tokens: Number(row['tokens'] ?? 0),
  usd: Number(row['usd'] ?? 0),
})
