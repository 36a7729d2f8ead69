import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'
import { openJsonlStorage } from '../../src/memory/jsonl-storage.js'
import { recallLessons } from '../../src/memory/recall-lessons.js'
import { openStoreStorage } from '../../src/memory/store-storage.js'
import { keyTerms } from '../../src/memory/terms.js'
import { lessonRow } from '../../src/memory/__fixtures__/lesson-row.js'
import type { LessonRow } from '../../src/schema/lesson.js'
import { loadSqlite } from '../../src/store/sql/sqlite-library.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import type { BenchProgram, BenchResult } from '../program.js'

const LESSONS = 100_000
const BATCH = 500
const RECALLS = 200
const PROCESSES = 4
const APPENDS = 250

/** 100,000 lessons saved and recalled from; four processes appending to one file. */
export const program: BenchProgram = {
  name: 'lessons',
  summary: 'Saving and recalling 100,000 lessons against a bare full-text query; four appenders.',
  async run({ args, print }) {
    const count = Number(args[0] ?? LESSONS)
    const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-bench-'))
    try {
      return await measure(dir, count, print)
    } finally {
      rmSync(dir, { recursive: true })
    }
  },
}

async function measure(
  dir: string,
  count: number,
  print: (line: string) => void,
): Promise<BenchResult> {
  const file = path.join(dir, 'store.db')
  const saved = await saveAll(file, count, print)
  const recalled = await recallAll(file, count, print)
  const lost = await appendAtOnce(dir, print)
  return {
    figures: { lessons: count, ...saved, ...recalled, lostLines: lost },
    bars: [
      {
        name: 'recall p50 against a bare full-text query',
        ratio: recalled.recallP50Ms / recalled.bareP50Ms,
        limit: 2,
        kind: 'at most',
      },
      {
        name: 'heap after the last fifth of saving against the second',
        ratio: saved.heapLate / saved.heapEarly,
        limit: 1.25,
        kind: 'at most',
      },
      {
        name: `lines lost of ${PROCESSES * APPENDS} by ${PROCESSES} processes`,
        ratio: lost,
        limit: 0,
        kind: 'at most',
      },
    ],
  }
}

async function saveAll(file: string, count: number, print: (line: string) => void) {
  const store = await openSqliteStore(file)
  const storage = openStoreStorage(store)
  const started = performance.now()
  const heaps: number[] = []
  for (let from = 0; from < count; from += BATCH) {
    await storage.put(
      Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => row(from + n)),
    )
    if ((from / BATCH) % Math.max(1, Math.floor(count / BATCH / 5)) === 0) heaps.push(heapMb())
  }
  heaps.push(heapMb())
  const seconds = (performance.now() - started) / 1000
  await store.close()
  print(
    `saved ${count} lessons in ${seconds.toFixed(1)} s (${Math.round(count / seconds)}/s); heap ${heaps.map((mb) => mb.toFixed(0)).join(' → ')} MB`,
  )
  return {
    savedPerSecond: Math.round(count / seconds),
    heapEarly: heaps[1] ?? heaps[0]!,
    heapLate: heaps.at(-1)!,
  }
}

async function recallAll(file: string, count: number, print: (line: string) => void) {
  const store = await openSqliteStore(file)
  const storage = openStoreStorage(store)
  const database = new (loadSqlite().DatabaseSync)(file)
  const bare = database.prepare(
    'SELECT rowid FROM lessons_text WHERE lessons_text MATCH ? ORDER BY rank LIMIT 50',
  )
  const [ours, theirs]: number[][] = [[], []]
  let found = 0
  for (let n = 0; n < RECALLS; n += 1) {
    const text = questionFor((n * 7919) % count)
    const match = `words : (${keyTerms(text, 12)
      .map((term) => `"${term}"`)
      .join(' OR ')})`
    theirs!.push(await timed(async () => bare.all(match)))
    ours!.push(
      await timed(async () => {
        const rows = await recallLessons(storage, {
          taskId: `task-${n}`,
          subtaskId: `task-${n}/new`,
          text,
          files: [],
          limit: 3,
        })
        found += rows.length
      }),
    )
  }
  database.close()
  await store.close()
  const figures = { recallP50Ms: median(ours!), bareP50Ms: median(theirs!) }
  print(
    `recall p50 ${figures.recallP50Ms.toFixed(2)} ms, bare full-text query p50 ${figures.bareP50Ms.toFixed(2)} ms; ${found} lessons recalled in ${RECALLS} questions`,
  )
  return figures
}

async function appendAtOnce(dir: string, print: (line: string) => void): Promise<number> {
  const child = path.join(dir, 'child.mjs')
  const file = path.join(dir, 'reflections.jsonl')
  await build({
    entryPoints: ['src/memory/__fixtures__/append-child.ts'],
    outfile: child,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env
  const started = performance.now()
  await Promise.all(
    Array.from({ length: PROCESSES }, (_, n) =>
      promisify(execFile)(process.execPath, [child, file, `p${n}`, String(APPENDS)], { env }),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  const storage = openJsonlStorage(file)
  const rows = await storage.list({ limit: Infinity })
  const lost = PROCESSES * APPENDS - rows.length + (await storage.skipped())
  print(
    `${PROCESSES} processes appended ${rows.length} lines in ${seconds.toFixed(1)} s; lost ${lost}`,
  )
  return lost
}

const NOUNS = `basket coupon invoice shipping voucher ledger payment refund session token parser
  schema migration index cache queue worker router handler adapter exporter importer renderer
  validator scheduler uploader thumbnail calendar currency locale`.split(/\s+/)
const VERBS = `rounds drops duplicates forgets truncates overwrites ignores reorders escapes leaks
  blocks retries swallows compares rejects accepts`.split(/\s+/)

const pick = (list: readonly string[], n: number): string => list[n % list.length]!

function row(n: number): LessonRow {
  const [noun, other] = [pick(NOUNS, n), pick(NOUNS, Math.floor(n / 7) + 3)]
  return lessonRow(`lesson-${n}`, {
    at: n,
    fingerprint: `fingerprint${n}`,
    tainted: n % 10 !== 0,
    lesson: {
      taskId: `done-${n}`,
      subtaskId: `done-${n}/1`,
      analysis: `The ${noun} ${pick(VERBS, Math.floor(n / 3))} the ${other} of customer${n % 5000} in src/${noun}/${other}${n % 300}.ts`,
      suggestion: `Check the ${other} before the ${noun} is written`,
    },
    files: [`src/${noun}/${other}${n % 300}.ts`],
  })
}

const questionFor = (n: number): string =>
  `${row(n).lesson.analysis}. Why does the ${pick(NOUNS, n + 5)} fail for customer${n % 5000}?`

// What is not collected yet is not what grows.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const heapMb = (): number => {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
