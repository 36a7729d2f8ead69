import type { CliContext } from '../command.js'
import { suiteOf } from '../evals/suites-of.js'
import type { EvalSettings, SuiteName } from '../evals/suite.js'
import { withModel } from '../with-model.js'
import { runCases } from './run-cases.js'

export interface ToldAnswer {
  suite: SuiteName
  /** `none`, or a backend that is asked where the rules can't decide. */
  model: string
  settings?: EvalSettings
}

/** Answers each case of a file as its suite does. A case only tells what happened, and the answer says so. */
export async function answerCases<R extends object>(
  context: CliContext,
  file: string,
  { suite: name, model, settings = {} }: ToldAnswer,
  describe: (answer: R, label: string) => string,
): Promise<number> {
  const suite = await suiteOf(context, name)
  return withModel(
    context,
    model,
    (opened) =>
      runCases(context, file, {
        fields: suite.fields,
        answer: async (vars) => {
          const answer =
            opened === null
              ? await suite.byRules(vars, settings)
              : await suite.byBoth(vars, opened, settings)
          return { ...(answer as R), basis: 'narrated' }
        },
        describe,
      }),
    suite.role,
  )
}
