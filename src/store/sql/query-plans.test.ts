import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecordQuery } from '../../store.js'
import { sqliteDialect } from './dialect.js'
import type { SqliteDialect } from './dialect.js'
import type { SqlDriver } from './driver.js'
import { sumSpent } from './ledger.js'
import { migrate } from './migrate.js'
import { openSqliteDriver } from './sqlite-driver.js'
import * as sql from './statements.js'
import type { Statement } from './statements.js'
import { tables } from './tables.js'

let driver: SqlDriver<SqliteDialect>

beforeAll(async () => {
  driver = openSqliteDriver(':memory:', { busyTimeoutMs: 0 })
  await migrate(driver, 'memory')
})
afterAll(() => driver.close())

const AT = '2030-01-01T00:00:00.000Z'
const kinds = Object.keys(tables) as (keyof typeof tables)[]
const QUERY_OF = { session_id: 'sessionId', subject: 'subject', state: 'state' } as const

const SPENDING = { sessionId: 's', dayStart: AT, reservedSince: AT }

const hot: [question: string, statement: Statement][] = [
  ['the state of a session', { sql: sql.READ_SESSION, values: ['s'] }],
  ['which keys are logged', { sql: sql.findKeys(2), values: ['k', 'l'] }],
  ['the latest sessions', sql.listSessions({ limit: 20 })],
  ['the next page of sessions', sql.listSessions({ beyond: { at: AT, id: 's' } })],
  ['sessions of a time', sql.listSessions({ since: AT, before: AT })],
  ['the kinds of events', { sql: sql.LIST_EVENT_KINDS, values: [] }],
  ['the actions of the log', { sql: sql.listSubjects('interaction'), values: [] }],
  ['events before an id', sql.listEvents({ before: 5, order: 'newest' })],
  [
    'newest events of kinds before an id',
    sql.listEvents({ kinds: ['a', 'b'], before: 5, order: 'newest' }),
  ],
  ['events of a time', sql.listEvents({ during: { since: AT, before: AT }, order: 'newest' })],
  [
    'the next events of a time',
    sql.listEvents({ during: { beyond: { at: AT, id: 5 } }, order: 'newest' }),
  ],
  ['a cached value', { sql: sql.READ_CACHE, values: ['k', AT] }],
  ['events after an id', sql.listEvents({ after: 5 })],
  ['the newest events', sql.listEvents({ order: 'newest' })],
  ['events of a session', sql.listEvents({ sessionId: 's' })],
  ['newest events of a session', sql.listEvents({ sessionId: 's', order: 'newest' })],
  ['events of a session after an id', sql.listEvents({ sessionId: 's', after: 5 })],
  ['events of a kind', sql.listEvents({ kinds: ['a'] })],
  ['newest events of a kind', sql.listEvents({ kinds: ['a'], order: 'newest' })],
  ['events of kinds', sql.listEvents({ kinds: ['a', 'b', 'c'] })],
  ['events of kinds after an id', sql.listEvents({ kinds: ['a', 'b'], after: 5 })],
  [
    'newest events of kinds in a session',
    sql.listEvents({ kinds: ['a', 'b'], sessionId: 's', order: 'newest' }),
  ],
  ['due rows of a kind', sql.listRecords('due', { kind: 'x', order: 'oldest' })],
  ['due rows of a kind by now', sql.listRecords('due', { kind: 'x', order: 'oldest', before: AT })],
  ['due rows of an owner', sql.listRecords('due', { state: 'server', order: 'oldest' })],
  ['what a session spent', sumSpent(sqliteDialect, SPENDING, 'session_id = ?', 's')],
  ['what a day spent', sumSpent(sqliteDialect, SPENDING, 'at >= ?', AT)],
  ['resolved findings that expired', sql.expireRows('findings', AT, 500, 'resolved')],
  ['expired events', sql.expireRows('events', AT, 500)],
  ['expired cache', sql.expireRows('cache', AT, 500)],
  ...kinds.flatMap((kind): [string, Statement][] => [
    [`a ${kind} by its id`, { sql: sql.getRecord(kind), values: ['id'] }],
    [`a ${kind} to remove`, { sql: sql.removeRecord(kind), values: ['id'] }],
    [`expired ${kind} records`, sql.expireRows(tables[kind].name, AT, 500)],
    ...(['newest', 'oldest'] as const).flatMap((order): [string, Statement][] => [
      [`${order} ${kind} records`, sql.listRecords(kind, { order })],
      [`${order} ${kind} records since`, sql.listRecords(kind, { order, since: AT, before: AT })],
      [
        `the next page of ${order} ${kind} records`,
        sql.listRecords(kind, { order, beyond: { at: AT, id: 'x' } }),
      ],
      ...tables[kind].asked.flatMap((column): [string, Statement][] => {
        const query: RecordQuery = { order, [QUERY_OF[column]]: 'x' }
        return [
          [`${order} ${kind} records by ${column}`, sql.listRecords(kind, query)],
          [
            `${order} ${kind} records by ${column} since`,
            sql.listRecords(kind, { ...query, since: AT }),
          ],
          [
            `the next page of ${order} ${kind} records by ${column}`,
            sql.listRecords(kind, { ...query, beyond: { at: AT, id: 'x' } }),
          ],
        ]
      }),
    ]),
  ]),
]

it.each(hot)(
  'answers %s from an index, in order, without reading a table',
  async (_, statement) => {
    const plan = await explain(statement)
    expect(plan.filter(isSlow)).toEqual([])
    expect(plan.some((step) => /USING .*(INDEX|PRIMARY KEY)|^SCAN events$/.test(step))).toBe(true)
  },
)

it.each([
  { query: { sessionId: 's', kinds: ['a'] }, used: '(session_id=?)' },
  { query: { sessionId: 's', kinds: ['a', 'b'], after: 5 }, used: '(session_id=? AND id>?)' },
])('reads $query from the events of that session alone', async ({ query, used }) => {
  const plan = await explain(sql.listEvents(query))
  expect(plan).toEqual([`SEARCH events USING INDEX events_session ${used}`])
})

it.each(kinds.filter((kind) => tables[kind].asked.includes('session_id')))(
  'reads %s records of a session and a subject from those of that session alone',
  async (kind) => {
    const query = { sessionId: 's', subject: 'x', state: 'y' }
    const counted = sql.countRows(tables[kind].name, query)
    for (const statement of [sql.listRecords(kind, query), counted]) {
      const plan = await explain(statement)
      expect(plan.map((step) => step.replace(/ COVERING/, ''))).toEqual([
        `SEARCH ${tables[kind].name} USING INDEX ${tables[kind].name}_session_id (session_id=?)`,
      ])
    }
  },
)

it('would notice a question that no index answers', async () => {
  const plan = await explain({ sql: 'SELECT * FROM verdicts ORDER BY body', values: [] })
  expect(plan.filter(isSlow)).toEqual(['SCAN verdicts', 'USE TEMP B-TREE FOR ORDER BY'])
})

async function explain(statement: Statement): Promise<string[]> {
  const rows = await driver.read((connection) =>
    connection.all(`EXPLAIN QUERY PLAN ${statement.sql}`, statement.values),
  )
  return rows.map((row) => String(row['detail']))
}

/** `found` is a handful of values. Walking an index, or the log by its own key, in order and up to a limit reads no more than it returns. */
const isSlow = (step: string): boolean =>
  step.includes('TEMP B-TREE') || (/^SCAN (?!events$|found$)/.test(step) && !step.includes('USING'))
