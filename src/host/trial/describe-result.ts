import type { Trial } from '../../schema/trial.js'

const WORDS = { kept: 'kept', rejected: 'rejected', not_enough: 'not enough' } as const

/** The result of a trial in one line. */
export function describeResult(result: NonNullable<Trial['result']>): string {
  const { verdict, difference } = result
  if (difference === null) return `${WORDS[verdict]}: no episode has runs on both sides`
  return (
    `${WORDS[verdict]}: ${percent(result.with ?? 0)} with it, ${percent(result.without ?? 0)} without; ` +
    `difference ${points(difference.value)} points (95 %: ${points(difference.low)} to ${points(difference.high)})`
  )
}

const percent = (share: number): string => `${Math.round(100 * share)} %`
const points = (share: number): string => `${share > 0 ? '+' : ''}${Math.round(100 * share)}`
