import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  findEarlierFixes,
  fixIndexFile,
  updateFixIndex,
} from '../../src/read/repository/earlier-fixes.js'
import { FIX_LOG_ARGS } from '../../src/read/repository/fix-log.js'
import { makeHistory } from '../make-history.js'
import type { BenchProgram } from '../program.js'
import { median, timed } from '../timing.js'

const COMMITS = 20_000
const REPEATS = 5
const QUERIES = 200

/** The index of earlier fixes: built, asked and updated. A repository of one's own may be named. */
export const program: BenchProgram = {
  name: 'fixes',
  summary: 'The index of earlier fixes on 20,000 commits, or on the repository that is named',
  async run({ args: [named], print }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'reflectory-bench-'))
    try {
      const cwd = named ?? path.join(folder, 'repo')
      if (named === undefined) makeHistory(cwd, COMMITS)
      return await measure(cwd, folder, print)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measure(cwd: string, stateDir: string, print: (line: string) => void) {
  const bare: number[] = []
  const built: number[] = []
  for (let i = 0; i < REPEATS; i++) {
    bare.push(await timed(async () => bareLog(cwd)))
    rmSync(fixIndexFile(stateDir), { force: true })
    built.push(await timed(() => updateFixIndex(stateDir, { cwd })))
  }
  const files = changedFiles(cwd)
  const asked: number[] = []
  for (let i = 0; i < QUERIES; i++) {
    asked.push(await timed(async () => findEarlierFixes(stateDir, files)))
  }
  const unchanged = await timed(() => updateFixIndex(stateDir, { cwd }))
  const found = findEarlierFixes(stateDir, files)
  print(
    `built in ${median(built).toFixed(0)} ms; the bare git log takes ${median(bare).toFixed(0)} ms`,
  )
  print(
    `asked in ${median(asked).toFixed(2)} ms about ${files.length} files (${found?.fixes} fixes in ${found?.files})`,
  )
  print(`nothing new: ${unchanged.toFixed(0)} ms`)
  return {
    figures: { built_ms: median(built), bare_ms: median(bare), asked_ms: median(asked), unchanged },
    bars: [
      {
        name: 'building against the bare git log',
        ratio: median(built) / median(bare),
        limit: 2,
        kind: 'at most' as const,
      },
      {
        name: 'milliseconds for a query',
        ratio: median(asked),
        limit: 2,
        kind: 'at most' as const,
      },
    ],
  }
}

function bareLog(cwd: string): void {
  execFileSync('git', ['--no-pager', ...FIX_LOG_ARGS, 'HEAD', '--'], { cwd, maxBuffer: 1 << 28 })
}

/** Those of the newest commits: a change of ordinary size. */
function changedFiles(cwd: string): string[] {
  const log = ['log', '-n30', '--name-only', '--format=', 'HEAD', '--']
  const names = execFileSync('git', log, { cwd, encoding: 'utf8' }).split('\n')
  return [...new Set(names.filter((name) => name !== ''))].slice(0, 20)
}
