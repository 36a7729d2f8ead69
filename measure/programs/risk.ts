import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { openLines } from '../../src/experiments/read-lines.js'
import { toAuc } from '../../src/experiments/statistics/auc.js'
import { tallyRows } from '../../src/experiments/statistics/confidence-tally.js'
import { weightOf } from '../../src/risk/path-surface.js'
import { DEFAULT_RISK_THRESHOLD, evaluateRiskFloor } from '../../src/risk/risk-floor.js'
import { sizeScore } from '../../src/risk/size-score.js'
import type { MeasureProgram } from '../program.js'

export const program: MeasureProgram = {
  name: 'risk',
  summary: 'The risk floor on real commits with a bug-inducing label.',
  async run({ dataDir, print }) {
    const files = await dataFiles(path.join(dataDir, 'risk'))
    if (files.length === 0) print(`Skipped: no risk/*.jsonl in ${dataDir}.`)
    for (const file of files) {
      const report = measureRisk(await readCommits(file))
      print(`${path.basename(file, '.jsonl')}: ${report.commits} commits, ${report.buggy} buggy`)
      for (const line of reportLines(report)) print(line)
    }
  },
}

interface LabelledCommit {
  buggy: boolean
  files: string[]
  /** Lines added and deleted. */
  la: number
  ld: number
}

interface Flagged {
  rate: number
  recall: number
}

/** What one data set says of the floor, of its two parts and of the plain count that it must match. */
export interface RiskReport {
  commits: number
  buggy: number
  auroc: { linesAdded: number; size: number; paths: number; joined: number }
  floor: Flagged
  paths: Flagged
  /** Lines added, cut so that it flags as often as the floor. */
  linesAdded: Flagged
}

export function measureRisk(commits: readonly LabelledCommit[]): RiskReport {
  const labels = commits.map((commit) => commit.buggy)
  const added = commits.map((commit) => commit.la)
  const paths = commits.map((commit) =>
    weightOf(evaluateRiskFloor({ filesChanged: commit.files }).surface),
  )
  const joined = commits.map((commit) =>
    evaluateRiskFloor({
      filesChanged: commit.files,
      insertions: commit.la,
      deletions: commit.ld,
    }),
  )
  const sizes = commits.map(({ files, la, ld }) =>
    sizeScore({ files: files.length, insertions: la, deletions: ld }),
  )
  const floor = flagged(
    joined.map((verdict) => verdict.needs_review),
    labels,
  )
  return {
    commits: commits.length,
    buggy: labels.filter(Boolean).length,
    auroc: {
      linesAdded: auroc(added, labels),
      size: auroc(sizes, labels),
      paths: auroc(paths, labels),
      joined: auroc(
        joined.map((verdict) => verdict.score),
        labels,
      ),
    },
    floor,
    paths: flagged(
      paths.map((weight) => weight >= DEFAULT_RISK_THRESHOLD),
      labels,
    ),
    linesAdded: flagged(topShare(added, floor.rate), labels),
  }
}

function reportLines(report: RiskReport): string[] {
  const { auroc: area, floor, paths, linesAdded } = report
  return [
    '               AUROC  flagged   recall',
    row('lines added', area.linesAdded, linesAdded),
    row('size term', area.size),
    row('path table', area.paths, paths),
    row('floor', area.joined, floor),
    bar('size term within 0.01 of lines added', area.linesAdded - area.size, '<=', 0.01),
    bar('floor above path table', area.joined - area.paths, '>=', 0.15),
    bar("floor's recall over path table's", floor.recall / paths.recall, '>=', 2),
  ]
}

function row(label: string, area: number, flags?: Flagged): string {
  const shares = flags ? `  ${percent(flags.rate)}  ${percent(flags.recall)}` : ''
  return `  ${label.padEnd(11)}  ${area.toFixed(3)}${shares}`
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`.padStart(7)

function bar(label: string, value: number, relation: '<=' | '>=', limit: number): string {
  const holds = relation === '<=' ? value <= limit : value >= limit
  return `  ${holds ? 'pass' : 'MISS'}  ${label}: ${value.toFixed(4)} (bar ${relation} ${limit})`
}

function flagged(flags: readonly boolean[], labels: readonly boolean[]): Flagged {
  const hits = flags.filter((flag, index) => flag && labels[index]).length
  const buggy = labels.filter(Boolean).length
  return { rate: flags.filter(Boolean).length / flags.length, recall: hits / buggy }
}

function auroc(scores: readonly number[], labels: readonly boolean[]): number {
  const rows = scores.map((confidence, index) => ({ confidence, correct: labels[index] === true }))
  return toAuc(tallyRows(rows)).value ?? Number.NaN
}

// The highest values, as many as the share asks for; among equals the earlier ones.
function topShare(values: readonly number[], share: number): boolean[] {
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]! || a - b)
  const top = new Set(order.slice(0, Math.round(share * values.length)))
  return values.map((_, index) => top.has(index))
}

async function dataFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => path.join(folder, name))
}

async function readCommits(file: string): Promise<LabelledCommit[]> {
  const commits: LabelledCommit[] = []
  for await (const lines of await openLines(file)) {
    for (const line of lines) if (line !== '') commits.push(JSON.parse(line) as LabelledCommit)
  }
  return commits
}
