import type { GatingPoint, RiskOverview } from '../../schema/api/run.js'
import { Surface } from '../../schema/surface.js'
import { countOf, countsUnder } from '../../sums/counts.js'
import type { Counts } from '../../sums/counts.js'
import { readDays, sumDays, windowStart } from '../../sums/read-sums.js'
import type { RouteHandler } from './api-deps.js'

const DEFAULT_DAYS = 90
const BINS = 10

/** Runs by surface and score, the agent's word against the floor, and what a review would catch. */
export const readRisk: RouteHandler<'GET /risk'> = async ({ query }, { host }) => {
  const { store, config, now } = host
  const days = query.days ?? DEFAULT_DAYS
  const sums = sumDays(await readDays(store, windowStart(now(), days)))
  const { riskThreshold: threshold } = config.run
  return { days, threshold, ...sumRisk(sums), gating: gatingCurve(sums, threshold) }
}

function sumRisk(sums: Counts): Omit<RiskOverview, 'days' | 'threshold' | 'gating'> {
  const scores = Array.from({ length: BINS }, (_, n) => ({
    low: n / BINS,
    high: (n + 1) / BINS,
    runs: 0,
  }))
  let runs = 0
  for (const [name, count] of countsUnder(sums, 'run')) {
    const score = Number(name.split(' ')[1])
    scores[Math.min(BINS - 1, Math.floor(score * BINS))]!.runs += count
    runs += count
  }
  return {
    runs,
    needsReview: countsUnder(sums, 'run_to_review').reduce((sum, [, count]) => sum + count, 0),
    surfaces: Surface.options.flatMap((surface) => sumSurface(surface, sums)),
    scores,
    declared: {
      agree: countOf(sums, 'declared agree'),
      declared_lower: countOf(sums, 'declared declared_lower'),
      declared_higher: countOf(sums, 'declared declared_higher'),
      none: countOf(sums, 'declared none'),
    },
  }
}

function sumSurface(surface: Surface, sums: Counts): RiskOverview['surfaces'] {
  const scores = countsUnder(sums, `run ${surface}`).map(
    ([score, count]) => [Number(score), count] as const,
  )
  const runs = scores.reduce((sum, [, count]) => sum + count, 0)
  if (runs === 0) return []
  return [
    {
      surface,
      runs,
      needsReview: countOf(sums, `run_to_review ${surface}`),
      meanScore: scores.reduce((sum, [score, count]) => sum + score * count, 0) / runs,
      maxScore: Math.max(...scores.map(([score]) => score)),
    },
  ]
}

/** One point per score that occurs, of the last run of each session whose end is known. */
function gatingCurve(sums: Counts, threshold: number): RiskOverview['gating'] {
  const ends = countsUnder(sums, 'gating').map(([name, sessions]) => {
    const [score, end] = name.split(' ')
    return { score: Number(score), isWrong: end === 'wrong', sessions }
  })
  const count = (fits: (end: (typeof ends)[number]) => boolean) =>
    ends.filter(fits).reduce((sum, { sessions }) => sum + sessions, 0)
  const known = count(() => true)
  const failed = count(({ isWrong }) => isWrong)
  const isTelling = failed > 0 && failed < known
  const at = (limit: number): GatingPoint => ({
    threshold: limit,
    gated: count(({ score }) => score >= limit) / known,
    caught: count(({ score, isWrong }) => isWrong && score >= limit) / failed,
  })
  const scores = [...new Set(ends.map(({ score }) => score))].sort((a, b) => b - a)
  return {
    known,
    failed,
    points: isTelling ? scores.map(at) : [],
    atThreshold: isTelling ? at(threshold) : null,
  }
}
