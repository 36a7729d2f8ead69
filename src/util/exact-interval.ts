import type { Interval } from './wilson-interval.js'

const TAIL = 0.025
const STEPS = 45

/**
 * The Clopper–Pearson interval of a proportion: it covers the truth at least 95 times in 100 whatever
 * the truth is, where shorter ones fall below that near 0 and 1.
 */
export function exactInterval(hits: number, n: number): Interval {
  return {
    low: hits === 0 ? 0 : bisect((p) => 1 - binomialCdf(hits - 1, n, p) > TAIL),
    high: hits === n ? 1 : bisect((p) => binomialCdf(hits, n, p) < TAIL),
  }
}

/** The places, from 1, of the ordered values between which the median lies, 95 times in 100. */
export function medianRanks(n: number): { low: number; high: number } {
  let low = 1
  while (low < n / 2 && binomialCdf(low, n, 0.5) <= TAIL) low += 1
  return { low, high: n + 1 - low }
}

/** The chance of at most this many hits; of the two tails the shorter one is added up. */
export function binomialCdf(hits: number, n: number, p: number): number {
  if (hits >= n) return 1
  return hits <= n / 2 ? sumTerms(hits, n, p) : 1 - sumTerms(n - hits - 1, n, 1 - p)
}

function sumTerms(hits: number, n: number, p: number): number {
  const [logP, logQ] = [Math.log(p), Math.log1p(-p)]
  let sum = 0
  for (let k = 0; k <= hits; k += 1) {
    const logChoose = logFactorial(n) - logFactorial(k) - logFactorial(n - k)
    sum += Math.exp(logChoose + k * logP + (n - k) * logQ)
  }
  return Math.min(1, sum)
}

const factorials = [0]

function logFactorial(n: number): number {
  for (let k = factorials.length; k <= n; k += 1) factorials.push(factorials[k - 1]! + Math.log(k))
  return factorials[n]!
}

/** The least share from which on it holds. */
function bisect(holds: (p: number) => boolean): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2
    if (holds(middle)) high = middle
    else low = middle
  }
  return (low + high) / 2
}
