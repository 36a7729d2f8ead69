import type { ConfidenceTally } from './confidence-tally.js'
import { toProportion, type Proportion } from './proportion.js'

/** One bar of a reliability diagram: rows whose confidence lies in (low, high]. */
export interface ReliabilityBin {
  readonly low: number
  readonly high: number
  readonly n: number
  readonly meanConfidence: number | null
  readonly accuracy: Proportion
}

/** Mean squared distance between confidence and outcome; null without rows. */
export function brierScore({
  confidence,
  right,
  wrong,
  rights,
  wrongs,
}: ConfidenceTally): number | null {
  if (rights + wrongs === 0) return null
  let total = 0
  for (let i = 0; i < confidence.length; i++) {
    const value = confidence[i] ?? 0
    total += (right[i] ?? 0) * (1 - value) ** 2 + (wrong[i] ?? 0) * value ** 2
  }
  return total / (rights + wrongs)
}

/** Equal-width bins (low, high]; a confidence of exactly 0 belongs to the first. */
export function reliabilityBins(tally: ConfidenceTally, bins = 10): ReliabilityBin[] {
  const sums = Array.from({ length: bins }, () => ({ n: 0, right: 0, confidence: 0 }))
  let bin = 0
  for (let i = 0; i < tally.confidence.length; i++) {
    const value = tally.confidence[i] ?? 0
    // Edges are divided out, not multiplied up: 0.07 * 100 is more than 7, 7 / 100 is 0.07.
    while (bin < bins - 1 && value > (bin + 1) / bins) bin++
    const n = (tally.right[i] ?? 0) + (tally.wrong[i] ?? 0)
    const sum = sums[bin]
    if (sum === undefined) continue
    sum.n += n
    sum.right += tally.right[i] ?? 0
    sum.confidence += n * value
  }
  return sums.map(({ n, right, confidence }, i) => ({
    low: i / bins,
    high: (i + 1) / bins,
    n,
    meanConfidence: n === 0 ? null : confidence / n,
    accuracy: toProportion(right, n),
  }))
}

/** Expected calibration error: the mean gap between confidence and accuracy, weighted by rows. */
export function expectedCalibrationError(bins: readonly ReliabilityBin[]): number | null {
  const n = bins.reduce((total, bin) => total + bin.n, 0)
  if (n === 0) return null
  const gaps = bins.map((bin) =>
    bin.meanConfidence === null || bin.accuracy.share === null
      ? 0
      : bin.n * Math.abs(bin.meanConfidence - bin.accuracy.share),
  )
  return gaps.reduce((total, gap) => total + gap, 0) / n
}
