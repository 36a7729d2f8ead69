import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { recordOutcome } from '../../src/host/outcomes.js'
import { checkSessions } from '../../src/moments/cycle/check-sessions.js'
import { checkOutcome } from '../../src/moments/cycle/cycle.js'
import type { CycleDeps } from '../../src/moments/cycle/cycle-deps.js'
import { Config } from '../../src/schema/config.js'
import type { Episode } from '../../src/schema/episode.js'
import type { Outcome } from '../../src/schema/outcome.js'
import type { RecordKind, RecordOf } from '../../src/schema/records.js'
import type { SessionOutcome } from '../../src/schema/session-outcome.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { loadSqlite } from '../../src/store/sql/sqlite-library.js'
import { putRecord } from '../../src/store/sql/statements.js'
import { tables } from '../../src/store/sql/tables.js'
import type { RecordColumns } from '../../src/store/sql/tables.js'
import type { BenchProgram } from '../program.js'
import { median } from '../timing.js'

// Many short rounds in turns: a busy machine then disturbs both sides alike.
const ROUNDS = 75
const CHECKS = 6
const SMALL = 10_000
const LARGE = 1_000_000
const TASKS = 100
const NOW = Date.parse('2030-01-01T00:00:00.000Z')

export const program: BenchProgram = {
  name: 'cycle',
  summary: 'the rules after one new failure of a task or a session, in a small and a large history',
  async run({ print }) {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-bench-'))
    try {
      const figures: Record<string, number> = {}
      const bars = []
      for (const history of HISTORIES) {
        const { name } = history
        const { small, large } = await compare(dir, history)
        print(`${name.padEnd(24)} ${SMALL}: ${small} µs   ${LARGE}: ${large} µs`)
        figures[`${name}, µs at ${SMALL}`] = small
        figures[`${name}, µs at ${LARGE}`] = large
        const bar = { name: `${name}: ${LARGE} to ${SMALL}`, ratio: large / small }
        bars.push({ ...bar, limit: 1.5, kind: 'at most' as const })
      }
      return { bars, figures }
    } finally {
      rmSync(dir, { recursive: true })
    }
  },
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

interface History {
  name: string
  spanMs(count: number): number
  rows(n: number, at: number): Row[]
  /** Records new failures, and returns how the rules are run on each. */
  fail(ids: readonly string[], deps: CycleDeps): Promise<(() => Promise<unknown>)[]>
}

type Row = { [K in RecordKind]: { kind: K; record: RecordOf<K> } }[RecordKind]

const ofTasks = {
  rows: (n: number, at: number): Row[] => [{ kind: 'outcome', record: outcome(`old-${n}`, n, at) }],
  async fail(ids: readonly string[], deps: CycleDeps) {
    for (const [n, id] of ids.entries()) {
      await recordOutcome({ ...outcome(id, n * 5, NOW), status: 'failed' }, deps)
    }
    return ids.map((id) => () => checkOutcome(id, deps))
  },
}

const HISTORIES: readonly History[] = [
  { name: 'one outcome a minute', spanMs: (count: number) => count * MINUTE, ...ofTasks },
  { name: 'all in the look-back', spanMs: () => DAY * 0.95, ...ofTasks },
  {
    name: 'sessions and episodes',
    spanMs: () => DAY * 29,
    rows: (n, at) => [
      { kind: 'session_outcome', record: session(`old-${n}`, n, at) },
      { kind: 'episode', record: episode(`old-${n}`, n, at) },
    ],
    async fail(ids, { store, ...deps }) {
      const failed = ids.map((id, n) => ({ ...session(id, n, NOW), status: 'failed' as const }))
      await store.add([
        ...failed.map((record) => ({ kind: 'session_outcome' as const, record })),
        ...ids.map((id, n) => ({ kind: 'episode' as const, record: episode(id, n, NOW) })),
      ])
      return failed.map((one) => () => checkSessions([one], { store, ...deps }))
    },
  },
]

async function compare(dir: string, history: History) {
  const open = (size: string, count: number) =>
    openHistory(path.join(dir, `${size} ${history.name}.db`), count, history)
  const small = await open('small', SMALL)
  const large = await open('large', LARGE)
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = -1; round < ROUNDS; round += 1) {
    const pair = {
      small: await timeChecks(small, history, round),
      large: await timeChecks(large, history, round),
    }
    // The first round warms up and doesn't count.
    if (round < 0) continue
    times.small.push(pair.small)
    times.large.push(pair.large)
  }
  await small.store.close()
  await large.store.close()
  return { small: median(times.small), large: median(times.large) }
}

/** So many failures and successes: one in five failed, each with a skill. */
async function openHistory(
  file: string,
  count: number,
  { spanMs, rows }: History,
): Promise<CycleDeps> {
  const store = await openSqliteStore(file)
  const database = new (loadSqlite().DatabaseSync)(file)
  const inserts = new Map(
    rows(0, NOW).map(({ kind }) => [kind, database.prepare(putRecord(kind))] as const),
  )
  const span = spanMs(count)
  database.exec('BEGIN')
  for (let n = 0; n < count; n += 1) {
    for (const { kind, record } of rows(n, NOW - span + (n * span) / count)) {
      const columns = tables[kind].columns as (row: typeof record) => RecordColumns
      const { id, session_id, subject, state, at } = columns(record)
      inserts.get(kind)!.run(id, session_id, subject, state, at, JSON.stringify(record), null)
    }
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  let ids = 0
  return {
    store,
    now: () => new Date(NOW),
    nextId: () => `id-${(ids += 1)}`,
    config: Config.parse({}),
    mayAct: true,
  }
}

/** Microseconds for the rules after one new failure; its recording is not part of it. */
async function timeChecks(deps: CycleDeps, { fail }: History, round: number): Promise<number> {
  const ids = Array.from({ length: CHECKS }, (_, n) => `new-${round}-${n}`)
  const checks = await fail(ids, deps)
  const started = performance.now()
  for (const check of checks) await check()
  return Math.round(((performance.now() - started) / CHECKS) * 1000)
}

const outcome = (session_id: string, n: number, at: number): Outcome => ({
  session_id,
  task_id: `task-${n % TASKS}`,
  objective: 'Run the checks and report what failed',
  status: n % 5 === 0 ? 'failed' : 'completed',
  result: 'All tests passed; two snapshots were updated.',
  result_length: 120,
  error: n % 5 === 0 ? 'exit 1' : null,
  duration_ms: 12_345,
  rounds: 4,
  tokens: 5021,
  tools_used: ['bash', 'edit'],
  skills_read: [`skill-${n % 7}`],
  timestamp: new Date(at).toISOString(),
})

const session = (sessionId: string, n: number, at: number): SessionOutcome => ({
  id: `outcome-${sessionId}`,
  sessionId,
  agent: 'an-agent',
  model: 'model',
  interactive: null,
  project: '/project',
  branch: 'main',
  status: n % 5 === 0 ? 'failed' : 'completed',
  basis: 'recorded_checks',
  reason: 'npm test: green',
  checks: { green: ['npm test'], red: [] },
  durationMs: 600_000,
  tokens: null,
  skillsRead: [`skill-${n % 7}`],
  lessonsShown: [],
  endedAt: new Date(at).toISOString(),
  settledAt: new Date(at).toISOString(),
})

const episode = (sessionId: string, n: number, at: number): Episode => ({
  id: `episode-${sessionId}`,
  sessionId,
  key: `episode-${n % 1000}`,
  check: 'vitest run',
  tests: ['test/cart.test.ts › empty cart'],
  error: null,
  redStep: 4,
  greenStep: 9,
  tried: [],
  resolvedBy: { files: ['src/cart.ts'], hunks: [], commands: [], commit: null },
  weakened: false,
  state: 'resolved',
  attempts: 1,
  startedAt: new Date(at).toISOString(),
  endedAt: new Date(at).toISOString(),
})
