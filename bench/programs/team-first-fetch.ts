import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Episode } from '../../src/schema/episode.js'
import { openPostgres } from '../../src/store/postgres.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { sampleWrite } from '../../src/testing/store-contract/samples.js'
import { onConnection } from '../../test/support/open-pool.js'
import { BIN, openSandboxFor } from '../../test/support/sandbox.js'
import type { Sandbox } from '../../test/support/sandbox.js'
import { startPostgres } from '../../test/support/start-postgres.js'
import { serveTeam } from '../../test/team/serve-team.js'
import type { BenchProgram } from '../program.js'

const SMALL = 10_000
const LARGE = 1_000_000
/** Failures that the facts are about. */
const KEYS = 5000
const TEST = 'test/cart.test.mjs › empty cart'
const MAX_SECONDS = 10
const MAX_GROWTH = 2
/** More than a machine may need until it has all that it takes. */
const MAX_SYNCS = 10
const AT = { now: '2030-01-01T00:00:00.000Z', expiresAt: '2099-01-01T00:00:00.000Z' }

export const program: BenchProgram = {
  name: 'team-first-fetch',
  summary: `what a new machine fetches of ${LARGE} facts, beside ${SMALL}, in processor time`,
  async run({ args, print }) {
    const sizes = { small: SMALL, large: Number(args[0] ?? LARGE) }
    const postgres = await startPostgres(['shared_buffers=512MB', 'max_wal_size=8GB'])
    const server = await serveTeam(postgres.url)
    const machines: Sandbox[] = []
    try {
      const seen: Record<string, Fetched> = {}
      for (const [project, facts] of Object.entries(sizes)) {
        await fillProject(postgres.url, project, facts)
        const machine = openShop()
        machines.push(machine)
        await login(machine, server.url, project)
        const fetched = await fetchAll(machine)
        seen[project] = fetched
        print(
          `${facts} facts: first sync ${fetched.first.toFixed(1)} s of processor time, ${fetched.usefulAtFirst} facts and ${fetched.lessonsAtFirst} lessons; all ${fetched.syncs} syncs ${fetched.all.toFixed(1)} s, ${fetched.useful} facts`,
        )
      }
      const { small, large } = seen as { small: Fetched; large: Fetched }
      const kind = 'at most'
      return {
        bars: [
          {
            name: `seconds of processor time for the first useful facts, of ${MAX_SECONDS}`,
            ratio: large.first / MAX_SECONDS,
            limit: 1,
            kind,
          },
          {
            name: 'all that a machine fetches, large to small',
            ratio: large.all / small.all,
            limit: MAX_GROWTH,
            kind,
          },
          {
            name: 'lessons after the first sync',
            ratio: large.lessonsAtFirst,
            limit: 1,
            kind: 'at least',
          },
        ],
        figures: { 'seconds, first sync': large.first, 'seconds, all syncs': large.all },
      }
    } finally {
      await server.stop()
      await postgres.stop()
      for (const { base } of machines) rmSync(base, { recursive: true, force: true })
    }
  },
}

/** A machine whose tree has what the facts name. */
function openShop(): Sandbox {
  const sandbox = openSandboxFor()
  sandbox.write('src/cart.ts', 'export const total = (cart) => cart.prices.length\n')
  sandbox.write('test/cart.test.mjs', "test('empty cart', () => total({}))\n")
  sandbox.write('package.json', '{"scripts":{"test":"node --test"}}\n')
  sandbox.git('add', '-A')
  sandbox.git('commit', '--quiet', '-m', 'start')
  return sandbox
}

/** Facts of one other member, copied in the database: sending them would take an hour. */
async function fillProject(url: string, project: string, facts: number): Promise<void> {
  const database = await openPostgres(url)
  const code = codeOf(project)
  await database.access.createProject({ code, project, role: 'owner', actor: null, ...AT })
  const store = await database.openStore({ project })
  const { record } = sampleWrite('episode', {
    id: 'bob-SEED',
    sessionId: 'bob-session',
    subject: 'episode-SEEDKEY',
    state: 'resolved',
    at: AT.now,
  }) as { record: Episode }
  // As one that a colleague's machine takes: a test of its tree, and no command that does more than check.
  const episode = {
    ...record,
    tests: [TEST],
    resolvedBy: { ...record.resolvedBy!, commands: [] },
  }
  await store.add([{ kind: 'episode', record: episode, visibility: 'shared' }])
  await database.close()
  await onConnection(url, async (client) => {
    await client.query('SET search_path = reflectory')
    const key = `lpad((n % ${KEYS})::text, 16, '0')`
    const named = (text: string) =>
      `replace(replace(${text}, 'bob-SEED', 'bob-' || n), 'episode-SEEDKEY', ${key})`
    const from = (table: string) =>
      `FROM ${table}, generate_series(1, ${facts}) AS n WHERE project = '${project}'`
    await client.query(`INSERT INTO events (project, id, at, kind, session_id, key, body)
      SELECT project, id + n, at, kind, session_id, 'sent-' || n, ${named('body')} ${from('events')} AND kind = 'record.episode'`)
    await client.query(`INSERT INTO episodes (project, id, session_id, subject, state, at, body, author, visibility)
      SELECT project, ${named('id')}, session_id, ${key}, state, at, ${named('body')}, author, visibility ${from('episodes')}`)
    await client.query(
      `UPDATE projects SET last_event = (SELECT max(id) FROM events WHERE project = '${project}') WHERE id = '${project}'`,
    )
    await client.query('VACUUM ANALYZE')
  })
}

const codeOf = (project: string): string => project.padEnd(43, 'c')

async function login(machine: Sandbox, url: string, project: string): Promise<void> {
  const link = `${url}/#join=${codeOf(project)}`
  const { code, stderr } = await machine.reflect(['login', link, '--name', 'Ada', '--yes'])
  if (code !== 0) throw new Error(stderr)
}

interface Fetched {
  first: number
  usefulAtFirst: number
  lessonsAtFirst: number
  all: number
  useful: number
  syncs: number
}

/** Syncs until nothing more comes. */
async function fetchAll(machine: Sandbox): Promise<Fetched> {
  const seconds: number[] = []
  const kept: { facts: number; lessons: number }[] = []
  do {
    seconds.push(processorSeconds(machine))
    kept.push(await countKept(machine))
  } while (kept.at(-1)!.facts > (kept.at(-2)?.facts ?? 0) && kept.length < MAX_SYNCS)
  return {
    first: seconds[0]!,
    usefulAtFirst: kept[0]!.facts,
    lessonsAtFirst: kept[0]!.lessons,
    all: seconds.reduce((sum, one) => sum + one, 0),
    useful: kept.at(-1)!.facts,
    syncs: kept.length,
  }
}

/** Of `reflect sync`, its children included, as the shell counts it. */
function processorSeconds({ root, env }: Sandbox): number {
  const words = ['-c', '"$@" >&2; echo $?; times', 'sh', process.execPath, BIN, 'sync']
  const { stdout, stderr } = spawnSync('sh', words, { cwd: root, env, encoding: 'utf8' })
  const [code, , ofChildren = ''] = stdout.split('\n')
  if (code !== '0') throw new Error(`reflect sync failed: ${stderr}`)
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}

async function countKept(machine: Sandbox): Promise<{ facts: number; lessons: number }> {
  const store = await openSqliteStore(path.join(machine.stateDir(), 'reflectory.db'))
  const kept = { facts: await store.count('episode'), lessons: await store.count('lesson') }
  await store.close()
  return kept
}
