import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool } from '../../../test/support/open-pool.js'
import { openTestDatabase } from '../../../test/support/open-test-database.js'
import type { TestDatabase } from '../../../test/support/open-test-database.js'
import { openPostgres } from '../postgres.js'
import { listEvents, listRecords } from '../sql/statements.js'
import type { Statement } from '../sql/statements.js'
import { listSums } from '../sql/sums.js'
import type { PgClient, PgPool } from './pg-library.js'
import { postgresDialect } from './postgres-dialect.js'
import { scopeSql } from './scope-sql.js'

const ROWS = 60_000
const AT = '2030-01-01T00:00:00.000Z'
let server: TestDatabase
let pool: PgPool
let client: PgClient

/** Enough rows that the planner weighs its ways, written in the order of time as a log is. */
beforeAll(async () => {
  server = await openTestDatabase()
  await (await openPostgres(server.url)).close()
  pool = openPool(server.url)
  client = await pool.connect()
  await client.query('SET search_path = reflectory')
  const rows = `FROM generate_series(1, ${ROWS}) AS n`
  const at = `to_char(timestamp '2030-01-01' + n * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"')`
  await client.query(
    `INSERT INTO events (project, id, at, kind, session_id, body) SELECT 'p', n, ${at}, 'kind-' || n % 20, 's' || n / 50, repeat('x', 200) ${rows}`,
  )
  await client.query(
    `INSERT INTO sums (project, id, kind, at, place, body) SELECT 'p', 'unit ' || n, 'unit', ${at}, n::text, '{}' ${rows}`,
  )
  await client.query(
    `INSERT INTO session_outcomes (project, id, session_id, state, at, body) SELECT 'p', 'o' || n, 's' || n, 'failed', ${at}, '{}' ${rows}`,
  )
  await client.query('VACUUM ANALYZE')
  await client.query(`SET plan_cache_mode = 'force_generic_plan'`)
})
afterAll(async () => {
  client.release()
  await pool.end()
  await server.close()
})

const events = (query: Parameters<typeof listEvents>[0]) =>
  listEvents(query, postgresDialect.limitsEachRead)

const hot: [question: string, statement: Statement][] = [
  ['newest events of kinds', events({ kinds: ['kind-1', 'kind-2', 'none'], order: 'newest' })],
  ['events of kinds after an id', events({ kinds: ['kind-1', 'kind-2'], after: 5 })],
  ['newest events of a kind', events({ kinds: ['kind-1'], order: 'newest' })],
  ['events after an id', events({ after: 5 })],
  ['newest outcomes of a state', listRecords('session_outcome', { state: 'failed' })],
  ['the sums of a time', listSums({ kind: 'unit', since: AT })],
]

it.each(hot)('answers %s from an index, in order, without a sort', async (_, statement) => {
  const plan = await explain(statement)
  expect(plan.join('\n')).toMatch(/Index Scan/)
  expect(plan.filter((step) => /Sort {2}|Seq Scan|Bitmap/.test(step))).toEqual([])
})

it('looks for what waits in the time that is asked for alone', async () => {
  const plan = await explain(listSums({ kind: 'unit', since: AT, best: 10 }))
  expect(plan.join('\n')).toMatch(/Index Cond: .*at >= /)
})

async function explain({ sql, values }: Statement): Promise<string[]> {
  const { text } = scopeSql(sql)
  await client.query('DEALLOCATE ALL')
  await client.query(`PREPARE asked AS ${text}`)
  const all = ['p', ...values].map((value) => `'${value}'`).join(', ')
  const { rows } = await client.query(`EXPLAIN EXECUTE asked(${all})`)
  return rows.map((row) => String(row['QUERY PLAN']))
}
