import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { measureRisk, program } from './risk.js'

const COMMITS = [
  { buggy: true, files: ['src/a.ts'], la: 800, ld: 0 },
  { buggy: true, files: ['src/b.ts'], la: 40, ld: 0 },
  { buggy: false, files: ['src/auth/c.ts'], la: 2, ld: 0 },
  { buggy: false, files: ['README.md'], la: 10, ld: 0 },
]

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'measure-risk-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

it('sets the floor, the rank and lines added side by side', () => {
  expect(measureRisk(COMMITS)).toMatchObject({
    commits: 4,
    buggy: 2,
    auroc: { linesAdded: { value: 1 }, rank: { value: 1 }, surface: { value: 0 } },
    surface: { rate: 0.25, recall: 0 },
    rank: { rate: 0.25, recall: 0.5 },
    floor: { rate: 0.5, recall: 0.5 },
    linesAdded: { rate: 0.25, recall: 0.5 },
  })
})

it('prints each bar with pass or MISS', async () => {
  await mkdir(path.join(dataDir, 'risk'))
  const rows = COMMITS.map((commit) => JSON.stringify(commit)).join('\n')
  await writeFile(path.join(dataDir, 'risk', 'tiny.jsonl'), `${rows}\n`)
  expect(await printed()).toEqual([
    'tiny: 4 commits, 2 buggy',
    '                     AUROC  95 % interval     flagged   recall',
    '  lines added        1.000  0.342 to 1.000   25.0 %   50.0 %',
    '  rank               1.000  0.342 to 1.000   25.0 %   50.0 %',
    '  surface (score)    0.000  0.000 to 0.658   25.0 %    0.0 %',
    '  floor (either)         –  –                50.0 %   50.0 %',
    '  pass  rank behind lines added: 0.0000 (bar <= 0.005)',
  ])
})

it('says so when there is no data', async () => {
  expect(await printed()).toEqual([`Skipped: no risk/*.jsonl in ${dataDir}.`])
})

async function printed(): Promise<string[]> {
  const lines: string[] = []
  await program.run({ dataDir, args: [], print: (line) => lines.push(line) })
  return lines
}
