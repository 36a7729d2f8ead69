import type {
  CallGrouping,
  CallSum,
  Spending,
  SpendingQuery,
  Spent,
} from '../../schema/model-call.js'
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
    sql: `SELECT sum(${jsonNumber('durationMs')}) AS time_ms, sum(${tokens}) AS tokens, sum(${jsonNumber('cost')}) AS usd FROM model_calls WHERE ${condition} AND (${COUNTED} OR (state = 'reserved' AND at >= ?))`,
    values: [value, reservedSince],
  }
}

const toSpent = (row: SqlRow): Spent => ({
  timeMs: Number(row['time_ms'] ?? 0),
  tokens: Number(row['tokens'] ?? 0),
  usd: Number(row['usd'] ?? 0),
})

/** The ledger in groups. Lines that say "there is no model" are no calls. */
export function sumCalls(
  { jsonNumber, jsonText }: Dialect,
  { by, since = '' }: { by: CallGrouping; since?: string },
): Statement {
  const groups: Record<CallGrouping, string> = {
    role: 'subject',
    model: jsonText('model'),
    backend: jsonText('backend'),
    day: 'substr(at, 1, 10)',
  }
  const total = (field: string, name: string) =>
    `sum(CASE WHEN ${COUNTED} THEN coalesce(${jsonNumber(field)}, 0) ELSE 0 END) AS ${name}`
  const columns = [
    `${groups[by]} AS grouped`,
    'count(*) AS calls',
    count(`state = 'ok'`, 'ok'),
    count(`state IN ('failed', 'timeout')`, 'failed'),
    count(`state = 'refused_by_budget'`, 'refused'),
    count(`state = 'reserved'`, 'unsettled'),
    count(`state = 'ok' AND ${jsonNumber('cost')} IS NULL`, 'unpriced'),
    total('inputTokens', 'input_tokens'),
    total('outputTokens', 'output_tokens'),
    total('cost', 'usd'),
    total('durationMs', 'duration_ms'),
  ]
  return {
    sql: `SELECT * FROM (SELECT ${columns.join(', ')} FROM model_calls WHERE at >= ? AND state <> 'no_backend' GROUP BY ${groups[by]}) AS sums ORDER BY usd DESC, input_tokens + output_tokens DESC, grouped`,
    values: [since],
  }
}

const count = (condition: string, name: string): string =>
  `sum(CASE WHEN ${condition} THEN 1 ELSE 0 END) AS ${name}`

export const toCallSum = (row: SqlRow): CallSum => ({
  group: String(row['grouped']),
  calls: Number(row['calls']),
  ok: Number(row['ok']),
  failed: Number(row['failed']),
  refused: Number(row['refused']),
  unsettled: Number(row['unsettled']),
  inputTokens: Number(row['input_tokens']),
  outputTokens: Number(row['output_tokens']),
  usd: Number(row['usd']),
  unpriced: Number(row['unpriced']),
  durationMs: Number(row['duration_ms']),
})
