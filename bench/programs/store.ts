import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { enterSession } from '../../src/guard/guard.js'
import { agentEventKey } from '../../src/guard/guard-event.js'
import type { AgentEvent } from '../../src/schema/agent-event.js'
import type { RecordOf } from '../../src/schema/records.js'
import type { Store } from '../../src/store.js'
import { loadSqlite } from '../../src/store/sql/sqlite-library.js'
import type { SqliteDatabase } from '../../src/store/sql/sqlite-library.js'
import { INSERT_EVENT, putRecord } from '../../src/store/sql/statements.js'
import { tables } from '../../src/store/sql/tables.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import type { BenchProgram } from '../program.js'

const ROUNDS = 9
const ADDS = 1500
const TRANSACTIONS = 400
const SMALL = 1_000
const LARGE = 1_000_000
const AT = '2030-01-01T00:00:00.000Z'

export const program: BenchProgram = {
  name: 'store',
  summary: 'Durable adds against the bare driver; a guard transaction in a small and a large log',
  async run({ print }) {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-bench-'))
    try {
      const adds = await compareAdds(dir)
      print(`durable adds/s     bare driver ${adds.bare}   store ${adds.store}`)
      const guard = await compareLogs(dir, print)
      print(
        `guard transaction  at ${SMALL} events ${guard.small} µs   at ${LARGE} ${guard.large} µs`,
      )
      return {
        bars: [
          {
            name: 'adds/s, store to bare driver',
            ratio: adds.store / adds.bare,
            limit: 0.4,
            kind: 'at least',
          },
          {
            name: `guard transaction at ${LARGE} to ${SMALL} events`,
            ratio: guard.large / guard.small,
            limit: 1.5,
            kind: 'at most',
          },
        ],
        figures: {
          'bare adds/s': adds.bare,
          'store adds/s': adds.store,
          [`guard transaction µs at ${SMALL} events`]: guard.small,
          [`guard transaction µs at ${LARGE} events`]: guard.large,
        },
      }
    } finally {
      rmSync(dir, { recursive: true })
    }
  },
}

/** The same record, statements and pragmas on both sides; in turns, so that noise hits both. */
async function compareAdds(dir: string): Promise<{ bare: number; store: number }> {
  const store = await openSqliteStore(path.join(dir, 'store.db'))
  const bareFile = path.join(dir, 'bare.db')
  await (await openSqliteStore(bareFile)).close()
  const addBare = prepareBare(new (loadSqlite().DatabaseSync)(bareFile))
  const rates = { bare: [] as number[], store: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const records = Array.from({ length: ADDS }, (_, n) => outcome(`${round}-${n}`))
    rates.bare.push(perSecond(timed(() => records.forEach(addBare))))
    const started = performance.now()
    for (const record of records) await store.add([{ kind: 'outcome', record }])
    rates.store.push(perSecond(performance.now() - started))
  }
  await store.close()
  return { bare: median(rates.bare), store: median(rates.store) }
}

function prepareBare(database: SqliteDatabase): (record: RecordOf<'outcome'>) => void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON')
  const [begin, put, log, commit] = [
    'BEGIN IMMEDIATE',
    putRecord('outcome'),
    INSERT_EVENT,
    'COMMIT',
  ].map((sql) => database.prepare(sql))
  return (record) => {
    const { id, session_id, subject, state, at } = tables.outcome.columns(record)
    begin!.run()
    put!.run(id, session_id, subject, state, at, JSON.stringify(record), null)
    log!.run(at, 'record.outcome', session_id, null, JSON.stringify({ id }))
    commit!.run()
  }
}

const outcome = (id: string): RecordOf<'outcome'> => ({
  session_id: `session-${id}`,
  task_id: 'nightly-checks',
  objective: 'Run the checks and report what failed',
  status: 'completed',
  result: 'All tests passed; two snapshots were updated. '.repeat(5),
  result_length: 230,
  error: null,
  duration_ms: 12_345,
  rounds: 4,
  tokens: 5021,
  tools_used: ['bash', 'edit'],
  skills_read: ['testing'],
  timestamp: AT,
})

async function compareLogs(
  dir: string,
  print: (line: string) => void,
): Promise<{ small: number; large: number }> {
  const small = await openLog(path.join(dir, 'small.db'), SMALL)
  const started = performance.now()
  const large = await openLog(path.join(dir, 'large.db'), LARGE)
  print(`(${LARGE} events were written in ${Math.round(performance.now() - started)} ms)`)
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    times.small.push(await timeGuard(small, round))
    times.large.push(await timeGuard(large, round))
  }
  await small.close()
  await large.close()
  return { small: median(times.small), large: median(times.large) }
}

/** A log of that many events over sessions of 200 each, as hooks would have left it. */
async function openLog(file: string, events: number): Promise<Store> {
  const store = await openSqliteStore(file)
  const database = new (loadSqlite().DatabaseSync)(file)
  const insert = database.prepare(INSERT_EVENT)
  const body = JSON.stringify(stopped('s', 0))
  database.exec('BEGIN')
  for (let n = 0; n < events; n += 1) {
    insert.run(AT, 'agent.session-stopped', `old-${Math.floor(n / 200)}`, `agent:old-${n}`, body)
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return store
}

/** Microseconds for one event's way through the guard; the sessions of a round go on in the next. */
async function timeGuard(store: Store, round: number): Promise<number> {
  const started = performance.now()
  for (let n = 0; n < TRANSACTIONS; n += 1) {
    const event = stopped(`live-${n % 20}`, round * TRANSACTIONS + n)
    const place = { projectRoot: '/project', startPoint: null }
    await store.transact({ sessionId: event.sessionId, key: agentEventKey(event) }, (state) => {
      const { events, entry } = enterSession(state, event, place, TERMS)
      return { state: entry.state, events, writes: [], result: entry.open }
    })
  }
  return Math.round(((performance.now() - started) / TRANSACTIONS) * 1000)
}

const TERMS: Parameters<typeof enterSession>[3] = {
  now: AT,
  leaseMs: 0,
  maxAttempts: 16,
  own: false,
  paused: false,
  blind: false,
  hasChannel: true,
  hasToasts: true,
  takesContext: true,
  silent: null,
}

const stopped = (sessionId: string, n: number): AgentEvent => ({
  kind: 'session-stopped',
  id: `event-${sessionId}-${n}`,
  agent: 'an-agent',
  sessionId,
  parentSessionId: null,
  at: AT,
  cwd: '/project',
  transcriptPath: null,
  degraded: null,
  lastMessage: 'The change is made and the tests pass.',
  backgroundTasks: 0,
  planMode: false,
})

function timed(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

const perSecond = (ms: number): number => Math.round((ADDS / ms) * 1000)

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
