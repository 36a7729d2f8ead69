import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { recordOutcome } from '../../src/host/outcomes.js'
import { checkOutcome } from '../../src/moments/cycle/cycle.js'
import type { CycleDeps } from '../../src/moments/cycle/cycle-deps.js'
import { Config } from '../../src/schema/config.js'
import type { Outcome } from '../../src/schema/outcome.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { loadSqlite } from '../../src/store/sql/sqlite-library.js'
import { putRecord } from '../../src/store/sql/statements.js'
import { tables } from '../../src/store/sql/tables.js'
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
  summary: 'the rules after one new failure, in a small and a large history',
  async run({ print }) {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-bench-'))
    try {
      const figures: Record<string, number> = {}
      const bars = []
      for (const { name, spanMs } of HISTORIES) {
        const { small, large } = await compare(dir, name, spanMs)
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

const HISTORIES = [
  { name: 'one outcome a minute', spanMs: (count: number) => count * MINUTE },
  { name: 'all in the look-back', spanMs: () => DAY * 0.95 },
]

async function compare(dir: string, name: string, spanMs: (count: number) => number) {
  const small = await openHistory(path.join(dir, `small ${name}.db`), SMALL, spanMs(SMALL))
  const large = await openHistory(path.join(dir, `large ${name}.db`), LARGE, spanMs(LARGE))
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = -1; round < ROUNDS; round += 1) {
    const pair = { small: await timeChecks(small, round), large: await timeChecks(large, round) }
    // The first round warms up and doesn't count.
    if (round < 0) continue
    times.small.push(pair.small)
    times.large.push(pair.large)
  }
  await small.store.close()
  await large.store.close()
  return { small: median(times.small), large: median(times.large) }
}

/** So many outcomes of a hundred tasks, one in five failed, each with a skill. */
async function openHistory(file: string, count: number, spanMs: number): Promise<CycleDeps> {
  const store = await openSqliteStore(file)
  const database = new (loadSqlite().DatabaseSync)(file)
  const insert = database.prepare(putRecord('outcome'))
  database.exec('BEGIN')
  for (let n = 0; n < count; n += 1) {
    const record = outcome(`old-${n}`, n, NOW - spanMs + (n * spanMs) / count)
    const { id, session_id, subject, state, at } = tables.outcome.columns(record)
    insert.run(id, session_id, subject, state, at, JSON.stringify(record), null)
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
async function timeChecks(deps: CycleDeps, round: number): Promise<number> {
  const sessions = Array.from({ length: CHECKS }, (_, n) => `new-${round}-${n}`)
  for (const [n, id] of sessions.entries()) {
    await recordOutcome({ ...outcome(id, n * 5, NOW), status: 'failed' }, deps)
  }
  const started = performance.now()
  for (const id of sessions) await checkOutcome(id, deps)
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
