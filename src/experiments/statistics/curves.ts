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
export function* rocCurve(tally: ConfidenceTally): Generator<RocPoint> {
  const { confidence, right, wrong, rights, wrongs } = tally
  if (rights === 0 || wrongs === 0) return
  yield { threshold: null, falsePositiveRate: 0, truePositiveRate: 0 }
  let accepted = 0
  let mistaken = 0
  for (let i = confidence.length - 1; i >= 0; i--) {
    accepted += right[i] ?? 0
    mistaken += wrong[i] ?? 0
    yield {
      threshold: confidence[i] ?? 0,
      falsePositiveRate: mistaken / wrongs,
      truePositiveRate: accepted / rights,
    }
  }
}

/** Keeping the most confident first; ends at coverage 1 with the error rate of all rows. */
export function* riskCoverageCurve(tally: ConfidenceTally): Generator<RiskPoint> {
  const { confidence, right, wrong, rights, wrongs } = tally
  let kept = 0
  let mistaken = 0
  for (let i = confidence.length - 1; i >= 0; i--) {
    kept += (right[i] ?? 0) + (wrong[i] ?? 0)
    mistaken += wrong[i] ?? 0
    const coverage = kept / (rights + wrongs)
    yield { threshold: confidence[i] ?? 0, coverage, risk: mistaken / kept }
  }
}

/** Drops points that would fall on the pixel of the one before; the first and the last stay. */
export function thinPoints<T>(
  points: Iterable<T>,
  position: (point: T) => readonly [number, number],
  steps = 200,
): T[] {
  const kept: T[] = []
  let at: readonly [number, number] | undefined
  let skipped: T | undefined
  for (const point of points) {
    const [x, y] = position(point)
    const near =
      at !== undefined && Math.abs(x - at[0]) < 1 / steps && Math.abs(y - at[1]) < 1 / steps
    skipped = near ? point : undefined
    if (near) continue
    kept.push(point)
    at = [x, y]
  }
  return skipped === undefined ? kept : [...kept, skipped]
}
