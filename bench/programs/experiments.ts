import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
  closeSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readRepositoryHistory } from '../../src/experiments/git-history/git-history.js'
import { GIT_LOG_ARGS } from '../../src/experiments/git-history/read-git-log.js'
import { sampleBinormal } from '../../src/experiments/statistics/sample-binormal.js'
import { makeHistory } from '../make-history.js'
import type { BenchProgram } from '../program.js'
import { median, timed } from '../timing.js'

const ROWS = [10_000, 100_000, 1_000_000]
const COMMITS = 20_000
const REPEATS = 5

/** P1 by rows: time and peak memory of a process of its own. P2 against the bare `git log` it needs. */
export const program: BenchProgram = {
  name: 'experiments',
  summary: 'P1 on up to a million rows, P2 on 20,000 commits',
  async run({ print }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'reflectory-bench-'))
    try {
      const p1 = ROWS.map((rows) => measureRows(folder, rows, print))
      const p2 = await measureHistory(folder, print)
      const [smallest, , largest] = p1
      return {
        figures: Object.fromEntries([...p1.flatMap(({ figures }) => figures), ...p2.figures]),
        bars: [
          {
            name: 'P1 peak memory, 1,000,000 rows against 10,000',
            ratio: (largest?.peakMb ?? 0) / (smallest?.peakMb ?? 1),
            limit: 2.5,
            kind: 'at most',
          },
          {
            name: 'P2 on 20,000 commits against the bare git log',
            ratio: p2.ratio,
            limit: 2,
            kind: 'at most',
          },
        ],
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function measureRows(folder: string, rows: number, print: (line: string) => void) {
  const file = path.join(folder, `${rows}.csv`)
  writeRows(file, rows)
  const runs = Array.from({ length: REPEATS }, () => runReflect(folder, file))
  const ms = median(runs.map((run) => run.ms))
  const peakMb = median(runs.map((run) => run.peakMb))
  print(
    `P1  ${rows.toLocaleString('en')} rows: ${Math.round(ms)} ms, peak ${Math.round(peakMb)} MB (whole process)`,
  )
  const figures: [string, number][] = [
    [`p1_${rows}_ms`, ms],
    [`p1_${rows}_peak_mb`, peakMb],
  ]
  return { peakMb, figures }
}

/** Distinct confidences throughout: the hardest case for memory. */
function writeRows(file: string, rows: number): void {
  const out = openSync(file, 'w')
  let text = 'confidence,correct\n'
  for (const { confidence, correct } of sampleBinormal({ n: rows, distance: 1, seed: 1 })) {
    text += `${confidence},${correct ? 1 : 0}\n`
    if (text.length < 1 << 20) continue
    writeSync(out, text)
    text = ''
  }
  writeSync(out, text)
  closeSync(out)
}

function runReflect(folder: string, file: string): { ms: number; peakMb: number } {
  const usage = path.join(folder, 'usage')
  const preload = path.join(folder, 'report-usage.cjs')
  writeFileSync(
    preload,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(usage)}, String(process.resourceUsage().maxRSS)))`,
  )
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const started = performance.now()
  const done = spawnSync(
    process.execPath,
    ['--require', preload, 'dist/cli/bin.cjs', 'experiment', 'calibration', file, '--json'],
    { env: { ...env, HOME: folder }, encoding: 'utf8' },
  )
  const ms = performance.now() - started
  if (done.status !== 0) throw new Error(`reflect ended with ${done.status}: ${done.stderr}`)
  return { ms, peakMb: Number(readFileSync(usage, 'utf8')) / 1024 }
}

async function measureHistory(folder: string, print: (line: string) => void) {
  const repo = path.join(folder, 'repo')
  makeHistory(repo, COMMITS)
  const bare: number[] = []
  const whole: number[] = []
  for (let i = 0; i < REPEATS; i++) {
    bare.push(await timed(async () => bareLog(repo)))
    whole.push(await timed(() => readRepositoryHistory({ cwd: repo }, {})))
  }
  const ratio = median(whole) / median(bare)
  const { figures } = await readRepositoryHistory({ cwd: repo }, {})
  print(
    `P2  ${figures.commits.toLocaleString('en')} commits, ${figures.signals} signals: ${Math.round(median(whole))} ms; bare git log ${Math.round(median(bare))} ms`,
  )
  const seen: [string, number][] = [
    ['p2_ms', median(whole)],
    ['p2_bare_git_log_ms', median(bare)],
    ['p2_signals', figures.signals],
  ]
  return { ratio, figures: seen }
}

function bareLog(repo: string): void {
  execFileSync('git', ['--no-pager', ...GIT_LOG_ARGS, '--'], { cwd: repo, maxBuffer: 1 << 28 })
}
