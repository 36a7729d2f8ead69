/** The servers' own work when one of them, or the database, is killed in the middle of it. */
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { PgClient } from '../../src/store/postgres/pg-library.js'
import { openPostgres } from '../../src/store/postgres.js'
import type { PostgresDatabase } from '../../src/store/postgres.js'
import { sampleWrite } from '../../src/testing/store-contract/samples.js'
import { mondayOf } from '../../src/util/monday-of.js'
import { openPool } from '../support/open-pool.js'
import { openShop } from '../support/shop-story.js'
import { startPostgres } from '../support/start-postgres.js'
import type { TestPostgres } from '../support/start-postgres.js'
import { serveTeam } from './serve-team.js'

let postgres: TestPostgres
let database: PostgresDatabase

beforeAll(async () => {
  postgres = await startPostgres()
  database = await openPostgres(postgres.url)
})
afterAll(async () => {
  await database.close()
  await postgres.stop()
})

/** A server, and what it said it did. */
async function openServer(env: NodeJS.ProcessEnv = {}) {
  const server = await serveTeam(postgres.url, env)
  onTestFinished(async () => void (await server.stop()))
  let said = ''
  server.child.stdout!.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const times = (text: string) => said.split(text).length - 1
  return { ...server, times }
}

async function openProject(project: string) {
  const store = await database.openStore({ project })
  await store.add([sampleWrite('episode', { at: '2020-01-01T00:00:00.000Z' })])
  return store
}

/** A connection behind the servers' back. */
async function connect(): Promise<PgClient> {
  const pool = openPool(postgres.url)
  const client = await pool.connect()
  onTestFinished(async () => {
    client.release(true)
    await pool.end()
  })
  return client
}

const BLOCKED = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%digests%'`
const JOBS = `SELECT state::text, retry_count FROM reflectory_jobs.job WHERE name = 'team-retention' AND data->>'id' LIKE $1`

const SOON = { timeout: 90_000, interval: 100 }

it('what a killed server had begun, another one does within two minutes, once', async () => {
  const store = await openProject('killed')
  const [holder, looker] = [await connect(), await connect()]
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE reflectory.digests IN ACCESS EXCLUSIVE MODE')
  const first = await openServer()
  await vi.waitFor(async () => expect((await looker.query(BLOCKED)).rowCount).toBe(1), SOON)
  const second = await openServer()
  await first.stop('SIGKILL')
  const since = Date.now()
  await holder.query('ROLLBACK')
  const isDone = async () => (await store.count('episode')) === 0
  while (!(await isDone()) && Date.now() - since < 120_000) await wait(200)
  const seconds = (Date.now() - since) / 1000
  console.log(`killed in a job; another server had done it ${seconds.toFixed(0)} s later`)
  expect(seconds).toBeLessThan(120)
  const line = 'killed: 2 rows were older'
  await vi.waitFor(async () => {
    const { rows } = await looker.query({ text: JOBS, values: ['killed %'] })
    expect(rows).toEqual([{ state: 'completed', retry_count: 1 }])
    expect([first.times(line), second.times(line)]).toEqual([0, 1])
  }, SOON)
}, 300_000)

it('goes on with its work when the database was killed and is back', async () => {
  const server = await openServer()
  await postgres.kill()
  await postgres.start()
  const store = await openProject('restarted')
  await vi.waitFor(async () => expect(await store.count('episode')).toBe(0), SOON)
  await vi.waitFor(() => expect(server.times('restarted: 2 rows were older')).toBe(1), SOON)
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('reflectory_jobs_waiting{kind="team-retention"} 0')
    expect(metrics).toMatch(/job_duration_seconds_count\{kind="team-retention",end="done"\} [1-9]/)
    expect(metrics).not.toMatch(/restarted|killed/)
  }, SOON)
}, 240_000)

const DAY_MS = 86_400_000

it('tells a member what the team did in the week before', async () => {
  // A server whose clock is a day late finds the digest due on every day and hour of the week.
  const env = {
    NODE_OPTIONS: `--require ${path.resolve('test/support/later.cjs')}`,
    TEST_HOURS_AHEAD: '-24',
  }
  const week = new Date(mondayOf(new Date(Date.now() - DAY_MS)).getTime() - 7 * DAY_MS)
  const at = new Date(week.getTime() + DAY_MS).toISOString()
  const code = 'c'.repeat(40)
  const terms = { now: at, expiresAt: '2099-01-01T00:00:00.000Z' }
  await database.access.createProject({
    code,
    project: 'told',
    role: 'owner',
    actor: null,
    ...terms,
  })
  const store = await database.openStore({ project: 'told' })
  await store.add([sampleWrite('session_outcome', { at, state: 'completed' })])
  const server = await openServer(env)
  const sandbox = openShop()
  const login = ['login', `${server.url}/#join=${code}`, '--name', 'Ada', '--yes']
  expect(await sandbox.reflect(login)).toMatchObject({ code: 0, stderr: '' })
  await vi.waitFor(() => expect(server.times('told: the digest of the week')).toBe(1), SOON)
  const { code: exit, stdout } = await sandbox.reflect(['team', 'digest'])
  expect([exit, stdout.trim()]).toEqual([
    0,
    `told, the week of ${week.toISOString().slice(0, 10)}

What was done
  1 session ended: 1 completed, 0 failed, 0 waiting for a person, 0 aborted, 0 unknown.`,
  ])
}, 120_000)
