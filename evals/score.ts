import { toProportion } from '../src/experiments/statistics/proportion.js'
import type { Proportion } from '../src/experiments/statistics/proportion.js'
import type { EvalCase, EvalSuite, Expectation } from './suite.js'

export interface SuiteScore {
  suite: string
  judge: string
  positive: string
  cases: number
  /** Cases whose every expectation holds. */
  holding: Proportion
  matrix: { tp: number; fp: number; fn: number; tn: number }
  precision: Proportion
  recall: Proportion
  f1: number | null
  /** Ids of cases with an expectation that does not hold. */
  failing: string[]
}

/** Runs every case and counts: a confusion matrix, never just a pass rate. */
export async function scoreSuite(
  suite: EvalSuite,
  cases: readonly EvalCase[],
): Promise<SuiteScore> {
  const matrix = { tp: 0, fp: 0, fn: 0, tn: 0 }
  const failing: string[] = []
  for (const { metadata, vars } of cases) {
    const answer = await suite.answer(vars)
    const [is, should] = [suite.isPositive(answer), suite.shouldBePositive(metadata.expected)]
    matrix[is ? (should ? 'tp' : 'fp') : should ? 'fn' : 'tn'] += 1
    const holds = Object.entries(metadata.expected).every(([field, wanted]) =>
      isMet(wanted, answer[field]),
    )
    if (!holds) failing.push(metadata.id)
  }
  const { tp, fp, fn } = matrix
  return {
    suite: suite.name,
    judge: 'rules',
    positive: suite.positive,
    cases: cases.length,
    holding: toProportion(cases.length - failing.length, cases.length),
    matrix,
    precision: toProportion(tp, tp + fp),
    recall: toProportion(tp, tp + fn),
    f1: tp + fp + fn === 0 ? null : (2 * tp) / (2 * tp + fp + fn),
    failing,
  }
}

/** Abstaining counts as allowing: where "done" is wanted, null will do. */
export function isMet(wanted: Expectation, given: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => one === given)
  if (typeof wanted === 'object' && wanted !== null) {
    return typeof given === 'number' && given >= wanted.min && given <= wanted.max
  }
  return wanted === given || (wanted === true && given === null)
}
