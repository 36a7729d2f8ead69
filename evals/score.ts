import { toProportion } from '../src/experiments/statistics/proportion.js'
import type { Proportion } from '../src/experiments/statistics/proportion.js'
import type { Model } from '../src/model.js'
import type { EvalAnswer, EvalCase, EvalJudge, EvalSuite, Expectation } from './suite.js'

export interface SuiteScore {
  suite: string
  judge: EvalJudge
  positive: string
  cases: number
  /** Cases whose every expectation holds. */
  holding: Proportion
  /** An abstention says nothing against it: a negative. */
  matrix: { tp: number; fp: number; fn: number; tn: number }
  precision: Proportion
  recall: Proportion
  f1: number | null
  /** Ids of cases with an expectation that does not hold. */
  failing: string[]
  /** Ids of cases that hold only because abstaining counts as allowing. */
  abstained: string[]
  /** Ids of cases that the model gave no fitting answer for; they fail. */
  unanswered: string[]
}

/** Who answers. */
export type Judging = { judge: 'rules' } | { judge: 'model' | 'both'; model: Model }

/** Runs every case and counts: a confusion matrix, never just a pass rate. */
export async function scoreSuite(
  suite: EvalSuite,
  cases: readonly EvalCase[],
  judging: Judging = { judge: 'rules' },
): Promise<SuiteScore> {
  const matrix = { tp: 0, fp: 0, fn: 0, tn: 0 }
  const [failing, abstained, unanswered]: [string[], string[], string[]] = [[], [], []]
  for (const { metadata, vars } of cases) {
    const { id, expected } = metadata
    const answer = await answerOf(suite, vars, judging)
    if (answer === null) unanswered.push(id)
    const [is, should] = [suite.isPositive(answer ?? {}), suite.shouldBePositive(expected)]
    matrix[is ? (should ? 'tp' : 'fp') : should ? 'fn' : 'tn'] += 1
    const fields = Object.entries(expected)
    const holds = answer !== null && fields.every(([field, wanted]) => isMet(wanted, answer[field]))
    if (!holds) failing.push(id)
    else if (fields.some(([field, wanted]) => wanted !== null && answer[field] === null))
      abstained.push(id)
  }
  const { tp, fp, fn } = matrix
  return {
    suite: suite.name,
    judge: judging.judge,
    positive: suite.positive,
    cases: cases.length,
    holding: toProportion(cases.length - failing.length, cases.length),
    matrix,
    precision: toProportion(tp, tp + fp),
    recall: toProportion(tp, tp + fn),
    f1: tp + fp + fn === 0 ? null : (2 * tp) / (2 * tp + fp + fn),
    failing,
    abstained,
    unanswered,
  }
}

/** Answers one case; null when the model gave no answer that fits. */
export function answerOf(
  suite: EvalSuite,
  vars: EvalCase['vars'],
  judging: Judging,
): Promise<EvalAnswer | null> {
  switch (judging.judge) {
    case 'rules':
      return suite.byRules(vars)
    case 'model':
      return suite.byModel(vars, judging.model)
    case 'both':
      return suite.byBoth(vars, judging.model)
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
