/**
 * What the runs of a trial say about a skill. Passes with it and without it come in, episode by
 * episode; a difference with its interval and a verdict go out. Runs of one episode are alike, so the
 * episode is what is counted. A trial that is repeated is another look at the same question, and the
 * looks share one chance of keeping what does nothing: 5 % in all.
 */
import type { Interval } from '../../schema/interval.js'
import type { Trial } from '../../schema/trial.js'
import { differenceInterval } from '../../util/difference-interval.js'

interface Counted {
  passed: number
  n: number
}

/** One episode; only those with runs on both sides say anything. */
export interface EpisodeRuns {
  with: Counted
  without: Counted
}

/** What the episodes come to: differences of shares, each between −1 and 1. */
export interface Tally {
  episodes: number
  sum: number
  squares: number
  wins: number
  losses: number
  /** One run on each side of every episode. */
  isSingle: boolean
}

type Result = NonNullable<Trial['result']>

/** Six wins and no loss is the least that counts. */
const MIN_WINS = 6

export function judgeTrial(all: readonly EpisodeRuns[], look: number): Result {
  const runs = all.filter((one) => one.with.n > 0 && one.without.n > 0)
  if (runs.length === 0) {
    return { verdict: 'not_enough', with: null, without: null, difference: null }
  }
  const tally = tallyOf(runs)
  const difference = intervalOf(tally, look)
  const harms = runs.some((one) => differenceInterval(asArm(one.with), asArm(one.without)).high < 0)
  return {
    verdict: verdictOf(tally, difference, harms, look),
    with: shareOf(runs.map((one) => one.with)),
    without: shareOf(runs.map((one) => one.without)),
    difference,
  }
}

function verdictOf(
  tally: Tally,
  difference: Interval,
  harms: boolean,
  look: number,
): Result['verdict'] {
  if (difference.high <= 0) return 'rejected'
  if (!isBetter(tally, look)) return 'not_enough'
  return harms ? 'rejected' : 'kept'
}

/** Whether the skill certainly helps, as far as all episodes together tell. */
export function isBetter(tally: Tally, look: number): boolean {
  const { wins, losses, isSingle } = tally
  if (intervalOf(tally, look).low <= 0) return false
  return !isSingle || (wins >= MIN_WINS && signTail(wins + losses, wins) <= errorRate(look))
}

/** The chance of at least so many wins among so many that differ, if the skill does nothing. */
export function signTail(differing: number, wins: number): number {
  let term = 0.5 ** differing
  let tail = 0
  // From all wins down: the terms are the binomial coefficients.
  for (let losses = 0; losses <= differing - wins; losses += 1) {
    tail += term
    term = (term * (differing - losses)) / (losses + 1)
  }
  return tail
}

/** Nearly all of the 5 % goes to the first look; each further one has half of what is left. */
export const errorRate = (look: number): number =>
  look <= 1 ? FIRST_LOOK : (ALL_LOOKS - FIRST_LOOK) * 0.5 ** (look - 1)

const ALL_LOOKS = 0.05
const FIRST_LOOK = 0.0475

/**
 * Agresti and Min's interval for matched pairs (2005), for shares as well as single runs: two
 * episodes are added that cancel out, so that a row of equal ones does not look certain.
 */
function intervalOf({ episodes, sum, squares }: Tally, look: number): Interval {
  const n = episodes + 2
  const centre = sum / n
  const error = Math.sqrt(((squares + 1) / n - centre * centre) / n)
  const z = normalQuantile(1 - Math.min(0.025, errorRate(look)))
  return {
    value: sum / episodes,
    low: Math.max(-1, centre - z * error),
    high: Math.min(1, centre + z * error),
  }
}

function tallyOf(runs: readonly EpisodeRuns[]): Tally {
  const differences = runs.map((one) => share(one.with) - share(one.without))
  return {
    episodes: runs.length,
    sum: differences.reduce((sum, one) => sum + one, 0),
    squares: differences.reduce((sum, one) => sum + one * one, 0),
    wins: differences.filter((one) => one > 0).length,
    losses: differences.filter((one) => one < 0).length,
    isSingle: runs.every((one) => one.with.n === 1 && one.without.n === 1),
  }
}

const share = ({ passed, n }: Counted): number => passed / n
const asArm = ({ passed, n }: Counted) => ({ successes: passed, n })
const shareOf = (sides: readonly Counted[]): number =>
  sides.reduce((sum, side) => sum + share(side), 0) / sides.length

/** Acklam's approximation of the normal quantile in its upper tail, from 97 % on; off by 1e-8. */
function normalQuantile(p: number): number {
  const q = Math.sqrt(-2 * Math.log(1 - p))
  const top = [
    -7.784894002430293e-3, -0.3223964580411365, -2.400758277161838, -2.549732539343734,
    4.374664141464968, 2.938163982698783,
  ]
  const bottom = [7.784695709041462e-3, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]
  const at = (terms: readonly number[]) => terms.reduce((sum, term) => sum * q + term, 0)
  return -at(top) / at(bottom)
}
