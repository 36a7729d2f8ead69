import { differenceInterval } from '../util/difference-interval.js'
import type { ArmCount } from '../util/difference-interval.js'
import type { Interval } from '../util/wilson-interval.js'

/** Closed exposures of each arm. */
export interface ArmCounts {
  shown: ArmCount
  heldOut: ArmCount
}

/** Success with the lesson minus success without it. */
export interface Lift {
  value: number
  /** 95 %, for one look at data that are complete. */
  interval: Interval
  /** 95 % however often it is looked at. */
  alwaysValid: Interval
}

/** With fewer in either arm any figure would be noise. */
export const MIN_PER_ARM = 10

const ALPHA = 0.05
/** The spread of lifts that the always-valid interval is tightest for. */
const MIXTURE_SD = 0.3

/** null when there are too few data to say anything. */
export function liftOf({ shown, heldOut }: ArmCounts): Lift | null {
  if (shown.n < MIN_PER_ARM || heldOut.n < MIN_PER_ARM) return null
  return {
    value: shown.successes / shown.n - heldOut.successes / heldOut.n,
    interval: differenceInterval(shown, heldOut),
    alwaysValid: alwaysValidInterval(shown, heldOut),
  }
}

/**
 * A confidence sequence: the normal-mixture bound (Robbins; Johari et al., "Always valid inference")
 * on the difference, in information time. The variance is the larger of the arm's own and the pooled
 * one: a small control that happens to be all successes would else decide by its seeming certainty.
 */
function alwaysValidInterval(a: ArmCount, b: ArmCount): Interval {
  const difference = a.successes / a.n - b.successes / b.n
  const pooled = { n: a.n + b.n, successes: a.successes + b.successes }
  const information = 1 / (cautiousVariance(a, pooled) + cautiousVariance(b, pooled))
  const precision = 1 / MIXTURE_SD ** 2
  const reach = Math.sqrt(
    (information + precision) * Math.log((information + precision) / precision / ALPHA ** 2),
  )
  const half = reach / information
  return { low: Math.max(-1, difference - half), high: Math.min(1, difference + half) }
}

function cautiousVariance(arm: ArmCount, pooled: ArmCount): number {
  return Math.max(smoothedSpread(arm), smoothedSpread(pooled)) / arm.n
}

function smoothedSpread({ n, successes }: ArmCount): number {
  const share = (successes + 1) / (n + 2)
  return share * (1 - share)
}
