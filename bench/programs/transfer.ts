import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createHash } from 'node:crypto'
import type { RecordOf } from '../../src/schema/records.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { exportFile } from '../../src/store/transfer/export-file.js'
import { importFile } from '../../src/store/transfer/import-file.js'
import type { BenchProgram } from '../program.js'

const SMALL = 10_000
const LARGE = 100_000

export const program: BenchProgram = {
  name: 'transfer',
  summary: `Export and import of ${SMALL} and ${LARGE} records: time per record, memory, equal bytes`,
  async run({ print }) {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-bench-'))
    try {
      const small = await measure(dir, SMALL, print)
      const large = await measure(dir, LARGE, print)
      const perRecord = LARGE / SMALL
      return {
        bars: [
          {
            name: 'export, time per record at 100,000 to 10,000',
            ratio: large.exportMs / small.exportMs / perRecord,
            limit: 1.5,
            kind: 'at most',
          },
          {
            name: 'import, time per record at 100,000 to 10,000',
            ratio: large.importMs / small.importMs / perRecord,
            limit: 2,
            kind: 'at most',
          },
          {
            name: 'second export equals the first (1 = yes)',
            ratio: Number(small.same && large.same),
            limit: 1,
            kind: 'at least',
          },
        ],
        figures: {
          'export records/s': Math.round((LARGE * 1000) / large.exportMs),
          'import records/s': Math.round((LARGE * 1000) / large.importMs),
          'export bytes': large.bytes,
          'memory grown by export, MB': large.exportMb,
          'memory grown by import, MB': large.importMb,
        },
      }
    } finally {
      rmSync(dir, { recursive: true })
    }
  },
}

async function measure(dir: string, records: number, print: (line: string) => void) {
  const at = (part: string) => path.join(dir, `${records}-${part}`)
  const source = await openSqliteStore(at('a.db'))
  for (let from = 0; from < records; from += 1000) {
    await source.add(
      Array.from(
        { length: 1000 },
        (_, n) => ({ kind: 'outcome', record: outcome(from + n) }) as const,
      ),
    )
  }
  const out = await watched((watch) => exportFile(source, at('a.jsonl'), watch))
  await source.close()
  const target = await openSqliteStore(at('b.db'))
  const back = await watched((watch) => importFile(target, at('a.jsonl'), watch))
  await exportFile(target, at('b.jsonl'))
  await target.close()
  const same = hashOf(at('a.jsonl')) === hashOf(at('b.jsonl'))
  print(
    `${String(records).padStart(7)} records  export ${Math.round(out.ms)} ms (+${out.mb} MB)  import ${Math.round(back.ms)} ms (+${back.mb} MB)  same bytes: ${same}`,
  )
  return {
    exportMs: out.ms,
    importMs: back.ms,
    exportMb: out.mb,
    importMb: back.mb,
    bytes: statSync(at('a.jsonl')).size,
    same,
  }
}

async function watched(work: (watch: () => void) => Promise<number>) {
  const before = process.memoryUsage.rss()
  let peak = before
  const started = performance.now()
  await work(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  })
  return { ms: performance.now() - started, mb: Math.round((peak - before) / 1024 / 1024) }
}

const hashOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex')

const outcome = (n: number): RecordOf<'outcome'> => ({
  session_id: `session-${n}`,
  task_id: `task-${n % 100}`,
  objective: 'Bring the tests back to green and say what was wrong with them.',
  status: n % 7 === 0 ? 'failed' : 'completed',
  result: 'Two tests were red because of a clock that was not passed in.',
  result_length: 62,
  error: '',
  duration_ms: 1000 + n,
  rounds: 3,
  tokens: 4000,
  tools_used: ['bash', 'edit'],
  skills_read: [],
  timestamp: new Date(Date.UTC(2030, 0, 1) + n * 1000).toISOString(),
})
