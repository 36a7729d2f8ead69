import { ReflectError } from '../../schema/error.js'
import type { RecordKind } from '../../schema/records.js'
import type { CountQuery, DueQuery, EventQuery, Place, SessionQuery, Span } from '../../store.js'
import type { SqlValue } from './driver.js'
import { tables } from './tables.js'

/** A statement in the common SQL with its values. */
export interface Statement {
  sql: string
  values: SqlValue[]
}

export const INSERT_EVENT =
  'INSERT INTO events (at, kind, session_id, key, body) VALUES (?, ?, ?, ?, ?)'
export const READ_SESSION = 'SELECT body FROM sessions WHERE id = ?'
export const PUT_SESSION = upsert('sessions', ['at', 'body'], ['author'])
export const PUT_VISIBLE_SESSION = upsert('sessions', ['at', 'body', 'visibility'], ['author'])
export const READ_CACHE = 'SELECT body FROM cache WHERE id = ? AND at > ?'
export const PUT_CACHE = upsert('cache', ['at', 'body'])
export const CLAIM_CACHE = `${PUT_CACHE} WHERE cache.at <= ?`

const RECORD_COLUMNS = ['session_id', 'subject', 'state', 'at', 'body']
const VISIBLE_COLUMNS = [...RECORD_COLUMNS, 'visibility']

/**
 * Wants the id, the columns and the body, the visibility if the write names one, the author. A row keeps
 * its first author, and its visibility unless a write names one.
 */
export const putRecord = (kind: RecordKind, isVisibilityNamed = false): string =>
  upsert(tables[kind].name, isVisibilityNamed ? VISIBLE_COLUMNS : RECORD_COLUMNS, ['author'])
export const getRecord = (kind: RecordKind): string =>
  `SELECT body FROM ${tables[kind].name} WHERE id = ?`
export const removeRecord = (kind: RecordKind): string =>
  `DELETE FROM ${tables[kind].name} WHERE id = ? RETURNING id, session_id`

export function listRecords(kind: RecordKind, query: DueQuery): Statement {
  const direction = query.order === 'oldest' ? 'ASC' : 'DESC'
  return select(
    tables[kind].name,
    'id, at, body',
    `at ${direction}, id ${direction}`,
    query.limit,
    [
      ...askedOf(tables[kind].name, query),
      equal('subject', query.kind),
      beyond(query.beyond, query.order),
    ],
  )
}

export function countRows(table: string, query: CountQuery): Statement {
  const { where, values } = conjunction(askedOf(table, query))
  return { sql: `SELECT count(*) AS count FROM ${table}${where}`, values }
}

/** Of a session alone where it is named: it has few rows, a subject or a state may have nearly all of them. */
function askedOf(table: string, query: CountQuery): (Statement | null)[] {
  const isOfSession = query.sessionId !== undefined && BY_SESSION.has(table)
  const besides = isOfSession ? equalUnindexed : equal
  return [
    equal('session_id', query.sessionId),
    besides('subject', query.subject),
    besides('state', query.state),
    ...within(query),
  ]
}

const BY_SESSION: ReadonlySet<string> = new Set(
  Object.values(tables).flatMap(({ name, asked }) => (asked.includes('session_id') ? [name] : [])),
)

export const listSessions = (query: SessionQuery): Statement =>
  select('sessions', 'id, at, body', 'at DESC, id DESC', query.limit, [
    ...within(query),
    beyond(query.beyond),
  ])

export const listSubjects = (kind: RecordKind): string => distinct(tables[kind].name, 'subject')
export const LIST_EVENT_KINDS = distinct('events', 'kind')

/** From one value to the next by the column's index: the cost is that of the values, not of the rows. */
function distinct(table: string, column: string): string {
  const first = `SELECT min(${column}) FROM ${table}`
  const next = `(${first} WHERE ${column} > value)`
  return (
    `WITH RECURSIVE found (value) AS (${first} UNION ALL SELECT ${next} FROM found ` +
    'WHERE value IS NOT NULL) SELECT value FROM found WHERE value IS NOT NULL'
  )
}

const EVENT_COLUMNS = 'id, at, kind, session_id, key, body'

/** `limitsEach`: see the dialect. */
export function listEvents(query: EventQuery, limitsEach = false): Statement {
  const { kinds, sessionId, limit, during } = query
  if (during !== undefined) return listEventsDuring(query, during)
  const order = query.order === 'newest' ? 'id DESC' : 'id ASC'
  const asked = [
    compare('id > ?', query.after),
    compare('id < ?', query.before),
    equal('session_id', sessionId),
  ]
  if (kinds === undefined) return select('events', EVENT_COLUMNS, order, limit, asked)
  if (kinds.length === 0) return select('events', EVENT_COLUMNS, order, 0, [])
  if (sessionId !== undefined) {
    return select('events', EVENT_COLUMNS, order, limit, [...asked, oneOfUnindexed('kind', kinds)])
  }
  return mergeKinds(kinds, asked, order, { limit: checkedLimit(limit), limitsEach })
}

function listEventsDuring(query: EventQuery, during: Span): Statement {
  const { kinds, order = 'oldest' } = query
  const direction = order === 'newest' ? 'DESC' : 'ASC'
  return select('events', EVENT_COLUMNS, `at ${direction}, id ${direction}`, query.limit, [
    compare('id > ?', query.after),
    compare('id < ?', query.before),
    equal('session_id', query.sessionId),
    ...within(during),
    beyond(during.beyond, order),
    kinds === undefined ? null : oneOfUnindexed('kind', kinds),
  ])
}

/** One ordered read per kind, which the database merges; an `IN` would sort them all. */
function mergeKinds(
  kinds: readonly string[],
  asked: readonly (Statement | null)[],
  order: string,
  { limit, limitsEach }: { limit: number; limitsEach: boolean },
): Statement {
  const reads = [...new Set(kinds)].map((kind): Statement => {
    const conditions = [...asked, equal('kind', kind)]
    if (limitsEach) {
      const { sql, values } = select('events', EVENT_COLUMNS, order, limit, conditions)
      return { sql: `SELECT * FROM (${sql}) AS of_kind`, values }
    }
    const { where, values } = conjunction(conditions)
    return { sql: `SELECT ${EVENT_COLUMNS} FROM events${where}`, values }
  })
  return {
    sql: `${reads.map(({ sql }) => sql).join(' UNION ALL ')} ORDER BY ${order} LIMIT ?`,
    values: [...reads.flatMap(({ values }) => values), limit],
  }
}

export function expireRows(
  table: string,
  before: string,
  limit: number,
  state?: string,
): Statement {
  const asked = [equal('state', state), compare('at < ?', before)]
  const old = select(table, 'id', 'at, id', limit, asked)
  return { sql: `DELETE FROM ${table} WHERE id IN (${old.sql})`, values: old.values }
}

const compare = (sql: string, value: SqlValue | undefined): Statement | null =>
  value === undefined ? null : { sql, values: [value] }

const within = ({ since, before }: Pick<Span, 'since' | 'before'>): (Statement | null)[] => [
  compare('at >= ?', since),
  compare('at < ?', before),
]

const beyond = (
  place: Place<string | number> | undefined,
  order: 'oldest' | 'newest' = 'newest',
): Statement | null =>
  place === undefined
    ? null
    : { sql: `(at, id) ${order === 'newest' ? '<' : '>'} (?, ?)`, values: [place.at, place.id] }

const equal = (column: string, value: string | undefined): Statement | null =>
  compare(`${column} = ?`, value)

const equalUnindexed = (column: string, value: string | undefined): Statement | null =>
  compare(`(${column} || '') = ?`, value)

/** Kept from the column's index on purpose: a session has few events, a kind has a million. */
const oneOfUnindexed = (column: string, values: readonly string[]): Statement => ({
  sql: values.length === 0 ? '1 = 0' : `(${column} || '') IN (${values.map(() => '?').join(', ')})`,
  values: [...values],
})

function select(
  table: string,
  what: string,
  order: string,
  limit: number | undefined,
  conditions: readonly (Statement | null)[],
): Statement {
  const { where, values } = conjunction(conditions)
  return {
    sql: `SELECT ${what} FROM ${table}${where} ORDER BY ${order} LIMIT ?`,
    values: [...values, checkedLimit(limit)],
  }
}

function conjunction(conditions: readonly (Statement | null)[]) {
  const asked = conditions.filter((condition) => condition !== null)
  const where = asked.length === 0 ? '' : ` WHERE ${asked.map(({ sql }) => sql).join(' AND ')}`
  return { where, values: asked.flatMap(({ values }) => values) }
}

/** Databases differ in what a negative or broken limit means, so none gets there. */
export function checkedLimit(limit = 200): number {
  if (Number.isSafeInteger(limit) && limit >= 0) return limit
  throw new ReflectError('usage', `A limit is a whole number from 0, not ${limit}`)
}

/**
 * Which of so many keys are there, by their places. One look into the index for each: what an `IN` costs
 * depends on what a database thought of the table when it planned the statement.
 */
export const findKeys = (count: number): string =>
  Array.from(
    { length: count },
    (_, place) => `SELECT ${place} AS place FROM events WHERE key = ?`,
  ).join(' UNION ALL ')

/** `once` are the columns that a row gets when it is new, and keeps. */
function upsert(table: string, columns: readonly string[], once: readonly string[] = []): string {
  const all = ['id', ...columns, ...once]
  const marks = all.map(() => '?').join(', ')
  const updates = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  return `INSERT INTO ${table} (${all.join(', ')}) VALUES (${marks}) ON CONFLICT (id) DO UPDATE SET ${updates}`
}
