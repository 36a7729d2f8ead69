import type { ConfidenceTally } from './confidence-tally.js'

/** One threshold of a ROC curve: what is accepted when everything rated this high is. */
export interface RocPoint {
  /** null where nothing is accepted yet. */
  readonly threshold: number | null
  readonly falsePositiveRate: number
  readonly truePositiveRate: number
}

/** One threshold of a risk-coverage curve: how much is kept, and how much of that is wrong. */
export interface RiskPoint {
  readonly threshold: number
  readonly coverage: number
  readonly risk: number
}

/** From (0, 0) to (1, 1), one point per distinct confidence; empty when a class is. */
export function rocCurve({
  confidence,
  right,
  wrong,
  rights,
  wrongs,
}: ConfidenceTally): RocPoint[] {
  if (rights === 0 || wrongs === 0) return []
  const points: RocPoint[] = [{ threshold: null, falsePositiveRate: 0, truePositiveRate: 0 }]
  let accepted = 0
  let mistaken = 0
  for (let i = confidence.length - 1; i >= 0; i--) {
    accepted += right[i] ?? 0
    mistaken += wrong[i] ?? 0
    points.push({
      threshold: confidence[i] ?? 0,
      falsePositiveRate: mistaken / wrongs,
      truePositiveRate: accepted / rights,
    })
  }
  return points
}

/** Keeping the most confident first; ends at coverage 1 with the error rate of all rows. */
export function riskCoverageCurve({
  confidence,
  right,
  wrong,
  rights,
  wrongs,
}: ConfidenceTally): RiskPoint[] {
  const n = rights + wrongs
  const points: RiskPoint[] = []
  let kept = 0
  let mistaken = 0
  for (let i = confidence.length - 1; i >= 0; i--) {
    kept += (right[i] ?? 0) + (wrong[i] ?? 0)
    mistaken += wrong[i] ?? 0
    points.push({ threshold: confidence[i] ?? 0, coverage: kept / n, risk: mistaken / kept })
  }
  return points
}

/** Drops points that would fall on the pixel of the one before; the first and the last stay. */
export function thinPoints<T>(
  points: readonly T[],
  position: (point: T) => readonly [number, number],
  steps = 200,
): T[] {
  let last: readonly [number, number] | undefined
  return points.filter((point, i) => {
    const [x, y] = position(point)
    const far =
      last === undefined || Math.abs(x - last[0]) >= 1 / steps || Math.abs(y - last[1]) >= 1 / steps
    if (!far && i !== points.length - 1) return false
    last = [x, y]
    return true
  })
}
