import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { nothingTracked } from '../../src/read/repository/tracked-files.js'
import { lessonOfEpisodes } from '../../src/memory/episode-lessons.js'
import { recall } from '../../src/memory/recall.js'
import { emptySubject } from '../../src/memory/recall/recall-item.js'
import { factsLessonId } from '../../src/memory/recall/lesson-items.js'
import { readGreen, readSeen } from '../../src/memory/recall/recall-records.js'
import { recallSources } from '../../src/memory/recall/sources.js'
import { openStoreStorage } from '../../src/memory/store-storage.js'
import { keyTerms } from '../../src/memory/terms.js'
import type { Episode } from '../../src/schema/episode.js'
import type { RecordWrite } from '../../src/schema/records.js'
import { loadSqlite } from '../../src/store/sql/sqlite-library.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import type { BenchProgram, BenchResult } from '../program.js'
import { median } from '../timing.js'

const EPISODES = 100_000
const BATCH = 500
const RECALLS = 200

/** Recall at a failing check among 100,000 episodes, each of a key of its own. */
export const program: BenchProgram = {
  name: 'recall',
  summary:
    'Recall at a red check among 100,000 episodes, against an index lookup and a text query.',
  async run({ args, print }) {
    const count = Number(args[0] ?? EPISODES)
    const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-bench-'))
    try {
      return await measure(path.join(dir, 'store.db'), count, print)
    } finally {
      rmSync(dir, { recursive: true })
    }
  },
}

async function measure(
  file: string,
  count: number,
  print: (line: string) => void,
): Promise<BenchResult> {
  const store = await openSqliteStore(file)
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => from + n)
    await store.add(rows.flatMap(writesOf))
  }
  const storage = openStoreStorage(store)
  const sources = recallSources({
    storage,
    tracked: nothingTracked,
    sessionId: 'now',
    memory: null,
  })
  const database = new (loadSqlite().DatabaseSync)(file)
  const byId = database.prepare('SELECT body FROM lessons WHERE id = ?')
  const byText = database.prepare(
    'SELECT lessons.body AS body FROM lessons_text JOIN lessons_keys ON lessons_keys.seq = lessons_text.rowid JOIN lessons ON lessons.id = lessons_keys.id WHERE lessons_text MATCH ? ORDER BY rank LIMIT 50',
  )
  const [ours, bare]: [number[], number[]] = [[], []]
  let found = 0
  for (let round = 0; round < RECALLS; round += 1) {
    const { key, tests, error } = episode((round * 7919) % count)
    const words = keyTerms(`${tests.join('\n')}\n${error!.class}: ${error!.message}`, 12)
    const match = `words : (${words.map((word) => `"${word}"`).join(' OR ')})`
    bare.push(
      await timed(async () => {
        byId.all(factsLessonId(key))
        byText.all(match)
      }),
    )
    ours.push(
      await timed(async () => {
        const errors = [`${error!.class}: ${error!.message}`]
        const { text } = await recall(emptySubject({ checks: [key], tests, errors }), sources, {
          maxItems: 3,
          maxChars: 500,
          reasons: ['check', 'test', 'error'],
          seen: await readSeen(store, 'now'),
          green: await readGreen(store, 'now'),
          runsNothing: false,
          armOf: () => 'shown',
        })
        if (text !== '') found += 1
      }),
    )
  }
  database.close()
  await store.close()
  const figures = { recallP50Ms: median(ours), bareP50Ms: median(bare) }
  print(
    `recall p50 ${figures.recallP50Ms.toFixed(2)} ms, bare lookup and text query p50 ${figures.bareP50Ms.toFixed(2)} ms; ${found} of ${RECALLS} found`,
  )
  const ratio = figures.recallP50Ms / figures.bareP50Ms
  return {
    figures: { episodes: count, found, ...figures },
    bars: [
      {
        name: 'recall p50 against an index lookup and a text query',
        ratio,
        limit: 2,
        kind: 'at most',
      },
      {
        name: 'lessons found of those asked for',
        ratio: found / RECALLS,
        limit: 1,
        kind: 'at least',
      },
    ],
  }
}

const NOUNS =
  `basket coupon invoice shipping voucher ledger payment refund session token parser schema
  migration index cache queue worker router handler adapter exporter importer renderer validator
  scheduler uploader thumbnail calendar currency locale`.split(/\s+/)

const pick = (list: readonly string[], n: number): string => list[n % list.length]!

function episode(n: number): Episode {
  const [noun, other] = [pick(NOUNS, n), pick(NOUNS, Math.floor(n / 7) + 3)]
  const at = new Date(Date.UTC(2030, 0, 1) + n * 1000).toISOString()
  const file = `src/${noun}/${other}${n % 300}.ts`
  return {
    id: `episode-${n}`,
    sessionId: `session-${n % 5000}`,
    key: `key-${n}`,
    check: 'npm test',
    tests: [`test/${noun}.test.ts › ${noun} › ${other} of customer${n % 5000}`],
    error: {
      class: 'TypeError',
      code: null,
      message: `cannot read ${other} of ${noun}`,
      file,
      line: 3,
      symbol: other,
    },
    redStep: 1,
    greenStep: 4,
    tried: [],
    resolvedBy: { files: [file], hunks: [], commands: [], commit: null },
    weakened: false,
    state: 'resolved',
    attempts: 1,
    startedAt: at,
    endedAt: at,
  }
}

function writesOf(n: number): RecordWrite[] {
  const record = episode(n)
  const lesson = lessonOfEpisodes([record], null, record.startedAt)!
  return [
    { kind: 'episode', record },
    { kind: 'lesson', record: lesson },
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
