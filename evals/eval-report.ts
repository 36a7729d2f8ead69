import type { Proportion } from '../src/experiments/statistics/proportion.js'
import type { EvalCost } from './counted-model.js'
import type { SuiteScore } from './score.js'

/** One suite as one judge answered it; no cost where no model was asked. */
export interface EvalResult extends SuiteScore {
  cost: EvalCost | null
}

/** A run of suites as it is kept and shown. */
export interface EvalReport {
  version: string
  at: string
  /** The backend; null for rules. */
  model: string | null
  suites: EvalResult[]
}

/** A result in lines for people. */
export function describeResult(result: EvalResult): string {
  const { tp, fp, fn, tn } = result.matrix
  const { cost } = result
  return [
    `${result.suite} (${result.cases} cases, ${result.judge}; positive: ${result.positive})`,
    `  hold       ${describe(result.holding)}`,
    `  matrix     tp ${tp}  fp ${fp}  fn ${fn}  tn ${tn}`,
    `  precision  ${describe(result.precision)}`,
    `  recall     ${describe(result.recall)}`,
    `  F1         ${result.f1?.toFixed(3) ?? '–'}`,
    ...listed('abstained', result.abstained),
    ...listed('unanswered', result.unanswered),
    ...listed('failing', result.failing),
    ...(cost === null ? [] : [`  cost       ${describeCost(cost)}`]),
  ].join('\n')
}

const listed = (name: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [] : [`  ${name.padEnd(10)} ${ids.length}: ${ids.join(', ')}`]

function describe({ hits, n, share, interval }: Proportion): string {
  if (share === null || interval === null) return '–'
  return `${share.toFixed(3)} (${hits} of ${n}; 95 %: ${interval.low.toFixed(3)} to ${interval.high.toFixed(3)})`
}

function describeCost(cost: EvalCost): string {
  const { calls, failed, inputTokens, outputTokens, usd, unpriced, durationMs } = cost
  const parts = [
    `${calls} calls, ${failed} failed`,
    `${inputTokens} tokens in, ${outputTokens} out`,
    `$${usd.toFixed(4)}${unpriced === 0 ? '' : ` (${unpriced} unpriced)`}`,
    `${(durationMs / 1000).toFixed(1)} s`,
  ]
  return parts.join('; ')
}
