import { redactJson } from '../../safety/redact.js'
import type { Sum, SumMark, SumQuery } from '../../store.js'
import type { SqlConnection, SqlRow } from './driver.js'
import type { Statement } from './statements.js'

const COLUMNS = 'id, kind, at, place, body'
const PUT = `INSERT INTO sums (${COLUMNS}) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at, place = excluded.place, body = excluded.body`
const DROP = 'DELETE FROM sums WHERE id = ?'
/** Of two deletions the one that reached further stays. */
const PUT_LATER = `${PUT} WHERE sums.at < excluded.at`

/** Behind every instant. */
const LAST = '~'
const MARK = 'mark'
const EXPIRED = 'expired'

export async function readSumMark(connection: SqlConnection): Promise<SumMark> {
  const rows = await connection.all(`SELECT ${COLUMNS} FROM sums WHERE id IN (?, ?)`, [
    MARK,
    EXPIRED,
  ])
  const mark = rows.find(({ id }) => id === MARK)
  const expired = rows.find(({ id }) => id === EXPIRED)
  return {
    counted: mark === undefined || mark['at'] === '' ? null : Number(mark['at']),
    revision: Number(mark?.['body'] ?? 0),
    expiredBefore: expired === undefined ? null : String(expired['at']),
  }
}

export async function readSums(
  connection: SqlConnection,
  kind: string,
  ids: readonly string[],
): Promise<Sum[]> {
  const found: SqlRow[] = []
  for (const id of ids) {
    const key = [keyOf(kind, id)]
    found.push(...(await connection.all(`SELECT ${COLUMNS} FROM sums WHERE id = ?`, key)))
  }
  return found.map(toSum)
}

export function listSums({ kind, since = '', before = LAST, best }: SumQuery): Statement {
  const time = 'at >= ? AND at < ?'
  return best === undefined
    ? {
        sql: `SELECT ${COLUMNS} FROM sums WHERE kind = ? AND ${time} ORDER BY at, id`,
        values: [kind, since, before],
      }
    : {
        // By time and then sorted: by the index of places it would pass all that are older.
        sql: `SELECT ${COLUMNS} FROM sums WHERE kind = ? AND place IS NOT NULL AND ${time} ORDER BY place || '' DESC LIMIT ?`,
        values: [kind, since, before, best],
      }
}

export async function keepSums(
  connection: SqlConnection,
  sums: readonly Sum[],
  { counted, revision }: Pick<SumMark, 'counted' | 'revision'>,
): Promise<boolean> {
  if ((await readSumMark(connection)).revision !== revision) return false
  for (const { kind, id, at, place, body } of sums) {
    const key = keyOf(kind, id)
    if (body === null) await connection.run(DROP, [key])
    else await connection.run(PUT, [key, kind, at, place, redactJson(JSON.stringify(body))])
  }
  await connection.run(PUT, [MARK, MARK, String(counted ?? ''), null, String(revision + 1)])
  return true
}

/** Rows up to this instant are no longer all there: what was counted of them is all that is left. */
export async function noteExpired(connection: SqlConnection, before: string): Promise<void> {
  await connection.run(PUT_LATER, [EXPIRED, EXPIRED, before, null, ''])
}

export async function dropSums(connection: SqlConnection): Promise<void> {
  await connection.run('DELETE FROM sums')
}

const keyOf = (kind: string, id: string): string => `${kind} ${id}`

export function toSum({ id, kind, at, place, body }: SqlRow): Sum {
  return {
    kind: String(kind),
    id: String(id).slice(String(kind).length + 1),
    at: String(at),
    place: place === null ? null : String(place),
    body: JSON.parse(String(body)) as unknown,
  }
}
