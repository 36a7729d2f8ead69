import { readSessionEndings, type SessionEnding } from '../../experiments/session-endings.js'
import type { GatingPoint, RiskOverview } from '../../schema/api/run.js'
import type { RunRow } from '../../schema/run-record.js'
import { Surface } from '../../schema/surface.js'
import type { Answer } from './api-deps.js'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 90
const MAX_ROWS = 50_000
const BINS = 10

/** Runs by surface and score, the agent's word against the floor, and what a review would catch. */
export const readRisk: Answer<'GET /risk'> = async ({ query }, { host }) => {
  const { store, config, now } = host
  const days = query.days ?? DEFAULT_DAYS
  const since = new Date(now().getTime() - days * DAY_MS).toISOString()
  const rows = await store.list('run', { since, limit: MAX_ROWS })
  const endings = await readSessionEndings(store)
  const { riskThreshold: threshold } = config.run
  return { days, threshold, ...sumRisk(rows), gating: gatingCurve(rows, endings, threshold) }
}

function sumRisk(rows: readonly RunRow[]): Omit<RiskOverview, 'days' | 'threshold' | 'gating'> {
  const declared = { agree: 0, declared_lower: 0, declared_higher: 0, none: 0 }
  const scores = Array.from({ length: BINS }, (_, n) => ({
    low: n / BINS,
    high: (n + 1) / BINS,
    runs: 0,
  }))
  for (const { record, declared_vs_computed: word } of rows) {
    declared[word ?? 'none'] += 1
    scores[Math.min(BINS - 1, Math.floor(record.risk.score * BINS))]!.runs += 1
  }
  return {
    runs: rows.length,
    needsReview: rows.filter(({ record }) => record.risk.needs_review).length,
    surfaces: Surface.options.flatMap((surface) => sumSurface(surface, rows)),
    scores,
    declared,
  }
}

function sumSurface(surface: Surface, rows: readonly RunRow[]): RiskOverview['surfaces'] {
  const risks = rows.map(({ record }) => record.risk).filter((risk) => risk.surface === surface)
  if (risks.length === 0) return []
  const all = risks.map(({ score }) => score)
  return [
    {
      surface,
      runs: risks.length,
      needsReview: risks.filter((risk) => risk.needs_review).length,
      meanScore: all.reduce((sum, score) => sum + score, 0) / all.length,
      maxScore: Math.max(...all),
    },
  ]
}

/** One point per score that occurs, of the last run of each session whose end is known. */
function gatingCurve(
  rows: readonly RunRow[],
  endings: ReadonlyMap<string, SessionEnding>,
  threshold: number,
): RiskOverview['gating'] {
  const scores = new Map<string, { score: number; at: string; failed: boolean }>()
  for (const { record } of rows) {
    const right = endings.get(record.session_id)?.right ?? null
    if (right === null) continue
    const known = scores.get(record.session_id)
    if (known !== undefined && known.at > record.timestamp) continue
    const { timestamp: at } = record
    scores.set(record.session_id, { score: record.risk.score, at, failed: !right })
  }
  const runs = [...scores.values()].sort((a, b) => b.score - a.score)
  const failed = runs.filter((run) => run.failed).length
  const isTelling = failed > 0 && failed < runs.length
  const at = (limit: number): GatingPoint => {
    const gated = runs.filter(({ score }) => score >= limit)
    return {
      threshold: limit,
      gated: gated.length / runs.length,
      caught: gated.filter((run) => run.failed).length / failed,
    }
  }
  return {
    known: runs.length,
    failed,
    points: isTelling ? [...new Set(runs.map(({ score }) => score))].map(at) : [],
    atThreshold: isTelling ? at(threshold) : null,
  }
}
