import { ReflectError } from '../../schema/error.js'
import type { CliContext } from '../command.js'
import type { EvalSuite, SuiteName } from './suite.js'

/** The suites that this program was handed. */
export async function suitesOf({ evalSuites }: CliContext): Promise<readonly EvalSuite[]> {
  if (evalSuites !== undefined) return evalSuites()
  throw new ReflectError('usage', 'Told cases can not be read from here', {
    remedy: 'Use the program `reflect`.',
  })
}

export const suiteOf = async (context: CliContext, name: SuiteName): Promise<EvalSuite> =>
  (await suitesOf(context)).find((suite) => suite.name === name)!
