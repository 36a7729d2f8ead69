import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openStoreStorage } from '../../src/memory/store-storage.js'
import { openReflector } from '../../src/wiring/open-reflector.js'
import type { Reflector } from '../../src/wiring/open-reflector.js'
import { readOverview } from '../../src/digest/read-overview.js'
import { Config } from '../../src/schema/config.js'
import { readActivity } from '../../src/server/team/read-activity.js'
import { readTeamDigest } from '../../src/server/team/read-team-digest.js'
import { readFacts, readSessions, takeRows } from '../../src/server/team/take-rows.js'
import type { Store } from '../../src/store.js'
import { openPostgres } from '../../src/store/postgres.js'
import type { PgClient } from '../../src/store/postgres/pg-library.js'
import { tables } from '../../src/store/sql/tables.js'
import { sampleWrite } from '../../src/testing/store-contract/samples.js'
import { onConnection } from '../../test/support/open-pool.js'
import { startPostgres } from '../../test/support/start-postgres.js'
import type { BenchProgram } from '../program.js'
import { median, plainEnvironment, timed } from '../timing.js'

const SMALL = 100_000
const LARGE = 5_000_000
/** Sessions of this length fill what the overview looks back at on both sides. */
const TOOLS_A_SESSION = 50
/** So that the days that the overview shows are as full on both sides. */
const SESSIONS_A_DAY = 3
const ROUNDS = 15
const BATCH = 50
const DAY = '2030-01-01'
/** The one before. */
const WEEK = '2029-12-24'
const SESSION = 'session-of-the-seed'
const MAX_GROWTH = 2

export const program: BenchProgram = {
  name: 'team-history',
  summary: `a stop, a batch, a fetch and each page at ${LARGE} events beside ${SMALL}, on PostgreSQL`,
  async run({ args, print }) {
    const large = Number(args[0] ?? LARGE)
    const folder = mkdtempSync(path.join(os.tmpdir(), 'reflectory-bench-'))
    const postgres = await startPostgres(['shared_buffers=512MB', 'max_wal_size=8GB'])
    const database = await openPostgres(postgres.url, { statementTimeoutMs: 120_000 })
    try {
      const open = async (project: string) =>
        openSide(await database.openStore({ project }), folder)
      await tellSession(await open('seed'))
      const filledMs = await timed(() =>
        onConnection(postgres.url, async (client) => {
          for (const [project, events] of [['small', SMALL] as const, ['large', large] as const]) {
            await multiply(client, project, events)
          }
          await client.query('VACUUM ANALYZE')
        }),
      )
      print(`filled in ${Math.round(filledMs / 1000)} s`)
      const sides = [await open('small'), await open('large')]
      for (const side of sides) {
        const countedMs = await timed(() => overview(side))
        print(
          `${await side.store.count('event')} events, counted for the first overview in ${(countedMs / 1000).toFixed(1)} s`,
        )
      }
      const bars = []
      for (const [name, work] of Object.entries(works)) {
        const [few, many] = await timeBoth(sides, work)
        print(`${name.padEnd(12)} ${few!.toFixed(1)} ms   ${many!.toFixed(1)} ms`)
        const ratio = many! / few!
        bars.push({ name: `${name}, large to small`, ratio, limit: MAX_GROWTH, kind } as const)
      }
      return { bars, figures: { events: large, 'seconds to fill': Math.round(filledMs / 1000) } }
    } finally {
      await database.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const kind = 'at most'

interface Side {
  store: Store
  reflector: Reflector
}

const now = () => new Date(`${DAY}T12:00:00.000Z`)

async function openSide(store: Store, folder: string): Promise<Side> {
  const root = path.join(folder, 'project')
  execFileSync('git', ['init', '--quiet', root])
  const env = plainEnvironment({ HOME: folder, XDG_STATE_HOME: undefined })
  return { store, reflector: await openReflector({ store, cwd: root, env, home: folder, now }) }
}

/** One real session, of which the histories are made. */
async function tellSession({ reflector, store }: Side): Promise<void> {
  await turn(reflector, SESSION)
  const body = { kind: 'tool-finished', tool: 'Read', callId: null, failed: false }
  await store.add(
    [
      sampleWrite('episode', { id: 'episode-of-the-seed', sessionId: SESSION, state: 'resolved' }),
      sampleWrite('session_outcome', {
        id: 'outcome-of-the-seed',
        sessionId: SESSION,
        state: 'completed',
      }),
    ],
    Array.from({ length: TOOLS_A_SESSION }, (_, n) => ({
      kind: 'agent.tool-finished',
      at: now().toISOString(),
      sessionId: SESSION,
      key: `tool-${n}`,
      body: { ...body, id: `tool-${n}` },
    })),
  )
}

async function turn({ reflect }: Reflector, sessionId: string): Promise<void> {
  await reflect({ kind: 'prompt-submitted', sessionId, text: 'Please fix the rounding of totals.' })
  await reflect({ kind: 'tool-finished', sessionId, tool: 'Bash', failed: false })
  const lastMessage = 'I changed the rounding. Next, I will run the tests.'
  await reflect({ kind: 'session-stopped', sessionId, lastMessage })
}

/** Copies of the session in every table that has rows of it, some each day, back through the years. */
async function multiply(client: PgClient, project: string, events: number): Promise<void> {
  await client.query('SET search_path = reflectory')
  const { rows } = await client.query(`SELECT max(id) AS most FROM events WHERE project = 'seed'`)
  const most = Number(rows[0]!['most'])
  const copies = Math.ceil(events / most)
  const day = `to_char(date '${DAY}' - n / ${SESSIONS_A_DAY}, 'YYYY-MM-DD')`
  const marked = (column: string) => `${column} || '~' || n`
  const dated = (column: string) => `replace(${column}, '${DAY}T', ${day} || 'T')`
  const named = (column: string, body: string) =>
    `replace(${body}, '"' || ${column} || '"', '"' || ${marked(column)} || '"')`
  const body = dated(named(`'${SESSION}'`, 'body'))
  const from = (table: string) =>
    `FROM ${table}, generate_series(0, ${copies - 1}) AS n WHERE project = 'seed'`
  await client.query(
    `INSERT INTO projects (id, last_event) VALUES ('${project}', ${copies * most})`,
  )
  await client.query(`INSERT INTO events (project, id, at, kind, session_id, key, body)
    SELECT '${project}', (${copies - 1} - n) * ${most} + id, ${dated('at')}, kind, ${marked('session_id')}, ${marked('key')},
      CASE WHEN kind LIKE 'record.%' THEN replace(body, '"}', '~' || n || '"}') ELSE ${body} END
    ${from('events')}`)
  await client.query(`INSERT INTO sessions (project, id, at, body, author, visibility)
    SELECT '${project}', ${marked('id')}, ${dated('at')}, ${body}, author, visibility ${from('sessions')}`)
  for (const { name } of Object.values(tables)) {
    await client.query(`INSERT INTO ${name} (project, id, session_id, subject, state, at, body, author, visibility)
      SELECT '${project}', ${marked('id')}, ${marked('session_id')}, subject, state, ${dated('at')}, ${dated(named('id', named(`'${SESSION}'`, 'body')))}, author, visibility ${from(name)}`)
  }
}

let done = 0

const works: Record<string, (side: Side) => Promise<unknown>> = {
  stop: ({ reflector }) => {
    const lastMessage = 'I changed the rounding. Next, I will run the tests.'
    return reflector.reflect({ kind: 'session-stopped', sessionId: `live-${done}`, lastMessage })
  },
  overview,
  batch: ({ store }) => {
    const rows = Array.from({ length: BATCH }, (_, n) => {
      const id = `sent-${done}-${n}`
      const { record } = sampleWrite('episode', { id, state: 'resolved' })
      return { id, kind: 'episode' as const, row: record }
    })
    return takeRows(
      store,
      { rows },
      {
        person: 'ada',
        now: now().toISOString(),
        readShare: async () => 'records',
      },
    )
  },
  fetch: async ({ store }) => {
    const [newest] = await store.readEvents({ order: 'newest', limit: 1 })
    return readFacts(store, { person: 'bob', after: newest!.id - BATCH, share: 'records' })
  },
  'first fetch': ({ store }) =>
    readFacts(store, { person: 'bob', after: 0, share: 'records', isNewestFirst: true }),
  activity: ({ store }) => readActivity(store, nameOf, { share: 'records', before: undefined }),
  sessions: ({ store }) => readSessions(store, nameOf, 'records'),
  digest: ({ store }) => readTeamDigest(store, WEEK),
}

const nameOf = (person: string): string => person

function overview({ store }: Side): Promise<unknown> {
  const lessons = openStoreStorage(store)
  return readOverview({ store, lessons, config: Config.parse({}), now: now(), days: 30 })
}

/** In turns, each time with something new in the log, as while agents work. */
async function timeBoth(
  sides: readonly Side[],
  work: (side: Side) => Promise<unknown>,
): Promise<number[]> {
  const times = sides.map(() => [] as number[])
  for (let round = -2; round < ROUNDS; round += 1) {
    done += 1
    for (const [n, side] of sides.entries()) {
      await turn(side.reflector, `live-${done}`)
      const ms = await timed(() => work(side))
      if (round >= 0) times[n]!.push(ms)
    }
  }
  return times.map(median)
}
