import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { normaliseText } from '../../src/memory/normalise-text.js'
import { recall } from '../../src/memory/search-entries.js'
import { keyTerms } from '../../src/memory/terms.js'
import { reflectTurn } from '../../src/moments/turn/reflect-turn.js'
import type { TurnBundle } from '../../src/moments/turn/turn-bundle.js'
import { Config } from '../../src/schema/config.js'
import type { MemoryEntry } from '../../src/schema/memory-entry.js'
import type { Store } from '../../src/store.js'
import { openMemoryStore } from '../../src/store/memory.js'
import { sqliteDialect } from '../../src/store/sql/dialect.js'
import { migrate } from '../../src/store/sql/migrate.js'
import { searchMemory } from '../../src/store/sql/search-memory.js'
import { openSqliteDriver } from '../../src/store/sql/sqlite-driver.js'
import { loadSqlite } from '../../src/store/sql/sqlite-library.js'
import { putRecord } from '../../src/store/sql/statements.js'
import { tables } from '../../src/store/sql/tables.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import type { BenchBar, BenchProgram } from '../program.js'
import { median } from '../timing.js'

const ROUNDS = 75
const TURNS = 60
const SMALL = 1_000
const LARGE = 100_000
const QUERIES = 40
/** A small run after so many steps of the large one. */
const EVERY = 4

/** The step against its bare work, its cost as turns add up, and recall against a bare query. */
export const program: BenchProgram = {
  name: 'turn',
  summary: 'One turn against its bare work; 1,000 to 100,000 turns; recall from 100,000 entries',
  async run({ print }) {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-bench-'))
    try {
      const step = await compareStep()
      print(`one turn  bare work ${step.bare.toFixed(1)} µs   step ${step.whole.toFixed(1)} µs`)
      const file = path.join(dir, 'turns.db')
      const growth = await compareGrowth(dir, file)
      print(
        `per turn  in ${SMALL} turns ${growth.small.toFixed(1)} µs   in ${LARGE} ${growth.large.toFixed(1)} µs (medians; ratio of the means ${growth.mean.toFixed(2)})`,
      )
      const found = await compareRecall(file)
      print(
        `recall    bare query ${found.bare.toFixed(2)} ms   recall ${found.whole.toFixed(2)} ms`,
      )
      return {
        bars: [
          bar('one turn to its bare work', step.whole / step.bare, 3),
          bar(`per turn, ${LARGE} turns to ${SMALL}`, growth.large / growth.small, 1.3),
          bar(`recall from ${LARGE} entries to a bare query`, found.whole / found.bare, 2),
        ],
        figures: {
          'bare work µs': step.bare,
          'step µs': step.whole,
          [`per turn µs, ${SMALL} turns`]: growth.small,
          [`per turn µs, ${LARGE} turns`]: growth.large,
          'per turn, ratio of the means': growth.mean,
          'bare query ms': found.bare,
          'recall ms': found.whole,
        },
      }
    } finally {
      rmSync(dir, { recursive: true })
    }
  },
}

const bar = (name: string, ratio: number, limit: number): BenchBar => ({
  name,
  ratio,
  limit,
  kind: 'at most',
})

const config = Config.parse({ turn: { enabled: true } }).turn
const AT = '2030-01-01T00:00:00.000Z'

/** Words as in real reports: a few common ones, many rare ones. */
function textOf(n: number): string {
  let state = (n + 1) * 2_654_435_761
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  const word = () => `w${Math.floor(20_000 * next() ** 3).toString(36)}`
  return Array.from({ length: 60 }, (_, i) => (i % 9 === 8 ? `${word()}.` : word())).join(' ')
}

const bundleOf = (n: number): TurnBundle => ({
  ctx: { agent: 'ada', turn: n, clock: { at: AT, elapsedMs: () => 0, after: () => () => {} } },
  stateView: {},
  plan: { reflection: true },
  utter: `I changed The File, and ran it: ${textOf(n)}`,
  snippets: [{ id: 's', text: 'what was Recalled, for this turn' }],
})

async function compareStep(): Promise<{ bare: number; whole: number }> {
  const store = await openMemoryStore()
  const work = await openBareWork()
  const times = { bare: [] as number[], whole: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const bundles = Array.from({ length: TURNS }, (_, n) => bundleOf(round * TURNS + n))
    times.bare.push(await perItem(bundles, async (bundle) => work(bundle)))
    times.whole.push(await perItem(bundles, (bundle) => remember(bundle, store)))
  }
  await store.close()
  return { bare: median(times.bare), whole: median(times.whole) }
}

async function remember(bundle: TurnBundle, store: Store): Promise<void> {
  const { report } = await reflectTurn(bundle, config, { store, ci: true })
  if (report?.written !== 1) throw new Error('a turn was not written')
}

/** Normalise, hash, one insert into the same tables, in memory; nothing else. */
async function openBareWork(): Promise<(bundle: TurnBundle) => unknown> {
  const driver = openSqliteDriver(':memory:', { busyTimeoutMs: 0 })
  await migrate(driver, 'memory')
  const connection = await driver.read((connection) => connection)
  return ({ ctx, utter, snippets }) => {
    const text = normaliseText([utter, ...snippets.map((one) => one.text)].join(' '), 128)
    const hash = createHash('sha256').update(`${ctx.agent}|${ctx.turn}|0|${text}`).digest('hex')
    const id = `refl-${ctx.turn}-${ctx.agent}-0-${hash.slice(0, 12)}`
    const entry: MemoryEntry = {
      id,
      owner: ctx.agent,
      ts: AT,
      text,
      tags: ['reflection'],
      kind: 'summary',
      provenance: `turn ${ctx.turn}`,
    }
    const { session_id, subject, state, at } = tables.memory.columns(entry)
    const values = [id, session_id, subject, state, at, JSON.stringify(entry), null]
    return connection.run(putRecord('memory'), values)
  }
}

/** Microseconds for each. */
async function perItem<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  const started = performance.now()
  for (const item of items) await work(item)
  return ((performance.now() - started) / items.length) * 1000
}

/** Small runs in between, each in a file of its own: what disturbs one side disturbs the other. */
async function compareGrowth(dir: string, file: string) {
  const store = await openSqliteStore(file)
  const small: number[] = []
  const large: number[] = []
  for (let start = 0; start < LARGE; start += SMALL) {
    large.push(await perItem(bundlesOf(start), (bundle) => remember(bundle, store)))
    if ((start / SMALL) % EVERY !== 0) continue
    const fresh = await openSqliteStore(path.join(dir, `small-${start}.db`))
    small.push(await perItem(bundlesOf(start), (bundle) => remember(bundle, fresh)))
    await fresh.close()
  }
  await store.close()
  return { small: median(small), large: median(large), mean: mean(large) / mean(small) }
}

const bundlesOf = (start: number): TurnBundle[] => numbers(start, start + SMALL).map(bundleOf)

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

/** The same words asked of the same file, through the library and through the bare driver. */
async function compareRecall(file: string): Promise<{ bare: number; whole: number }> {
  const store = await openSqliteStore(file)
  const database = new (loadSqlite().DatabaseSync)(file)
  const times = { bare: [] as number[], whole: [] as number[] }
  for (const n of numbers(0, QUERIES)) {
    const text = textOf(n * 997)
      .split(' ')
      .filter((_, index) => index % 2 === 0)
      .join(' ')
    const words = keyTerms(text, 24)
    const { sql, values } = searchMemory(sqliteDialect, { words, owner: 'ada', limit: 3 })!
    const query = database.prepare(sql)
    times.bare.push(await perItem([text], async () => query.all(...(values as string[]))))
    const asked = { text, owner: 'ada', limit: 3 }
    times.whole.push(await perItem([asked], (asked) => recall(store, asked)))
  }
  database.close()
  await store.close()
  return { bare: median(times.bare) / 1000, whole: median(times.whole) / 1000 }
}
