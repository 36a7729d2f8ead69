import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { LogSearch } from '../../src/schema/search.js'
import { matchOf } from '../../src/store/sql/search-log.js'
import type { SqlRow, SqlValue } from '../../src/store/sql/driver.js'
import { loadSqlite } from '../../src/store/sql/sqlite-library.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import type { BenchBar, BenchProgram } from '../program.js'
import { median, timed } from '../timing.js'

const EVENTS = 1_000_000
const SESSIONS = 8_000
const ROUNDS = 15
const MAX_MS = 100
/** Below this a query takes what its statements take to be prepared. */
const FLOOR_MS = 1
/** As a hook that waits for the lock sees it. */
const LINES_AT_ONCE = 250

/** The words of a question, and what is asked besides; `few` of them stay below the cap. */
const QUESTIONS: readonly (Omit<LogSearch, 'limit' | 'skip'> & { name: string; isFew: boolean })[] =
  [
    { name: 'a rare word', words: 'rare17', isFew: true },
    { name: 'two words', words: 'often4 often6', isFew: true },
    { name: 'a word of 20,000 rows', words: 'often4', isFew: true },
    { name: 'the same, of one agent', words: 'often4', agent: 'codex', isFew: true },
    { name: 'the same, by its verdict', words: 'often4', verdict: 'not_done', isFew: true },
    {
      name: 'the same, with a file',
      words: 'often4',
      file: 'src/part7/file3.ts',
      isFew: true,
    },
    { name: 'the same, of a day', words: 'often4', day: '2030-01-20', isFew: true },
    {
      name: 'the same, of a week',
      words: 'often4',
      since: '2030-01-20T00:00:00.000Z',
      isFew: true,
    },
    { name: 'a word of every row', words: 'npm', isFew: false },
  ]

export const program: BenchProgram = {
  name: 'search',
  summary: `search over ${EVENTS.toLocaleString('en')} events beside the bare query of the same words`,
  async run({ args, print }) {
    const events = Number(args[0] ?? EVENTS)
    const folder = mkdtempSync(path.join(os.tmpdir(), 'reflectory-bench-'))
    const file = path.join(folder, 'search.db')
    try {
      const store = await openSqliteStore(file)
      fill(file, events)
      const batches: number[] = []
      const indexed = await timed(async () => {
        for (let left = 1; left > 0;) {
          const started = performance.now()
          left = await store.indexLog(LINES_AT_ONCE)
          batches.push(performance.now() - started)
        }
      })
      print(
        `taken in: ${(indexed / 1000).toFixed(1)} s, ${LINES_AT_ONCE} lines in ${median(batches).toFixed(1)} ms (longest ${Math.max(...batches).toFixed(0)} ms)`,
      )
      const { DatabaseSync } = loadSqlite()
      const database = new DatabaseSync(file)
      const bare = database.prepare(
        'SELECT rowid, rank FROM search_text WHERE search_text MATCH ? ORDER BY rank LIMIT 20',
      )
      const connection = {
        all: (sql: string, values: readonly SqlValue[] = []) =>
          database.prepare(sql).all(...values) as SqlRow[],
        run: () => 0,
        runMany: () => undefined,
      }
      const bars: BenchBar[] = []
      const figures: Record<string, number> = { events, 'taken in, s': indexed / 1000 }
      for (const { name, isFew, ...asked } of QUESTIONS) {
        const query = { ...asked, limit: 20, skip: 0 }
        const match = (await matchOf(connection, query))!
        const [ours, theirs]: [number[], number[]] = [[], []]
        let matches = 0
        for (let round = 0; round < ROUNDS; round += 1) {
          theirs.push(await timed(async () => void bare.all(match)))
          ours.push(await timed(async () => void ({ matches } = await store.searchLog(query))))
        }
        const [a, b] = [median(theirs), median(ours)]
        print(
          `${name.padEnd(28)}${String(matches).padStart(7)} hits   bare ${a.toFixed(2)} ms   search ${b.toFixed(2)} ms   ${(b / a).toFixed(2)} ×`,
        )
        figures[`${name}, ms`] = b
        bars.push({
          name: `${name} beside the bare query`,
          ratio: Math.max(b, FLOOR_MS) / Math.max(a, FLOOR_MS),
          limit: 1.5,
          kind: 'at most',
        })
        if (isFew) bars.push({ name: `${name}: ms`, ratio: b, limit: MAX_MS, kind: 'at most' })
      }
      database.close()
      await store.close()
      return { bars, figures }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Sessions of calls, prompts and stops. One text in fifty has an `often` word, one in 5,000 a rare one. */
function fill(file: string, events: number): void {
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(file)
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  const insert = database.prepare(
    'INSERT INTO events (at, kind, session_id, key, body) VALUES (?, ?, ?, NULL, ?)',
  )
  const start = Date.parse('2030-01-01T00:00:00.000Z')
  for (let n = 0; n < events; n += 1) {
    const session = `s${Math.floor((n * SESSIONS) / events)}`
    const at = new Date(start + Math.floor((n / events) * 30 * 86_400_000)).toISOString()
    const { kind, body } = lineOf(n)
    insert.run(at, `agent.${kind}`, session, JSON.stringify({ kind, ...body }))
  }
  const session = database.prepare('INSERT INTO sessions (id, at, body) VALUES (?, ?, ?)')
  const verdict = database.prepare(
    'INSERT INTO verdicts (id, session_id, at, body) VALUES (?, ?, ?, ?)',
  )
  for (let n = 0; n < SESSIONS; n += 1) {
    const at = new Date(start + n).toISOString()
    const agent = n % 4 === 0 ? 'codex' : 'claude-code'
    session.run(`s${n}`, at, JSON.stringify({ sessionId: `s${n}`, agent, projectRoot: '/p' }))
    const judged = { complete: n % 3 === 0, requires_human_action: false }
    verdict.run(`v${n}`, `s${n}`, at, JSON.stringify(judged))
    insert.run(at, 'record.verdict', `s${n}`, JSON.stringify({ id: `v${n}` }))
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

function lineOf(n: number): { kind: string; body: object } {
  const words = `${n % 5 === 0 ? 'npm run' : 'npm test'} part${n % 211} step${n % 997} ${n % 50 < 10 ? `often${n % 10}` : ''} ${n % 5000 === 0 ? `rare${n % 17}` : ''} rare${n % 40_009}`
  if (n % 40 === 0)
    return { kind: 'prompt-submitted', body: { origin: 'human', text: `Please ${words}` } }
  if (n % 40 === 39)
    return { kind: 'session-stopped', body: { lastMessage: `Done: ${words}. All tests pass.` } }
  const isEdit = n % 4 === 1
  const call = isEdit
    ? { toolKind: 'edit', action: `src/part${n % 31}/file${n % 7}.ts` }
    : { toolKind: 'command', action: words }
  return { kind: 'tool-finished', body: { tool: isEdit ? 'Edit' : 'Bash', call } }
}
