import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { openLines } from '../../src/experiments/read-lines.js'
import { formatInterval } from '../../src/experiments/report/format.js'
import { toAuc, type Auc } from '../../src/experiments/statistics/auc.js'
import { tallyRows } from '../../src/experiments/statistics/confidence-tally.js'
import { DEFAULT_RANK_THRESHOLD } from '../../src/risk/change-rank.js'
import { weightOf } from '../../src/risk/path-surface.js'
import { DEFAULT_RISK_THRESHOLD, evaluateRiskFloor } from '../../src/risk/risk-floor.js'
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

/** With DeLong's 95 % interval. */
type Area = Pick<Auc, 'value' | 'interval'>

/** What one data set says of the floor, of the rank, and of the plain count that the rank must match. */
export interface RiskReport {
  commits: number
  buggy: number
  auroc: { linesAdded: Area; rank: Area; surface: Area }
  /** By the surface, by the rank, and by either. */
  surface: Flagged
  rank: Flagged
  floor: Flagged
  /** Lines added, cut so that it flags as often as the rank. */
  linesAdded: Flagged
}

export function measureRisk(commits: readonly LabelledCommit[]): RiskReport {
  const labels = commits.map((commit) => commit.buggy)
  const added = commits.map((commit) => commit.la)
  const verdicts = commits.map(({ files, la }) =>
    evaluateRiskFloor({ filesChanged: files, insertions: la }),
  )
  // The rows have totals only, so here the rank is over all files.
  const ranks = commits.map(({ files, la }) => Math.log1p(la) + Math.log1p(files.length))
  const surfaces = verdicts.map(({ surface }) => weightOf(surface))
  const rank = flagged(
    ranks.map((value) => value >= DEFAULT_RANK_THRESHOLD),
    labels,
  )
  return {
    commits: commits.length,
    buggy: labels.filter(Boolean).length,
    auroc: {
      linesAdded: auroc(added, labels),
      rank: auroc(ranks, labels),
      surface: auroc(surfaces, labels),
    },
    surface: flagged(
      surfaces.map((weight) => weight >= DEFAULT_RISK_THRESHOLD),
      labels,
    ),
    rank,
    floor: flagged(
      verdicts.map((verdict) => verdict.needs_review),
      labels,
    ),
    linesAdded: flagged(topShare(added, rank.rate), labels),
  }
}

function reportLines(report: RiskReport): string[] {
  const { auroc: area, surface, rank, floor, linesAdded } = report
  return [
    '                     AUROC  95 % interval     flagged   recall',
    row('lines added', area.linesAdded, linesAdded),
    row('rank', area.rank, rank),
    row('surface (score)', area.surface, surface),
    row('floor (either)', null, floor),
    bar('rank behind lines added', valueOf(area.linesAdded) - valueOf(area.rank), '<=', 0.005),
  ]
}

const valueOf = ({ value }: Area): number => value ?? Number.NaN

function row(label: string, area: Area | null, { rate, recall }: Flagged): string {
  const shown = area === null ? '    –' : valueOf(area).toFixed(3)
  const within = formatInterval(area?.interval ?? null).padEnd(14)
  return `  ${label.padEnd(17)}  ${shown}  ${within}  ${percent(rate)}  ${percent(recall)}`
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

function auroc(scores: readonly number[], labels: readonly boolean[]): Area {
  const rows = scores.map((confidence, index) => ({ confidence, correct: labels[index] === true }))
  const { value, interval } = toAuc(tallyRows(rows))
  return { value, interval }
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
