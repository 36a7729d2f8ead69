import type { CliContext } from '../src/cli/command.js'
import { noteUnread } from '../src/cli/note-unread.js'
import { withModel } from '../src/cli/with-model.js'
import type { Model } from '../src/model.js'
import { ReflectError } from '../src/schema/error.js'
import { readCases } from './read-cases.js'
import type { CaseLine } from './read-cases.js'
import type { EvalSettings, EvalSuite } from './suite.js'

export interface CasesToAnswer<R> {
  suite: EvalSuite
  /** `none`, or a backend that is asked where the rules can't decide. */
  model: string
  settings?: EvalSettings
  /** For people; `label` is the case's id, or nothing. */
  describe(answer: R, label: string): string
}

/**
 * Answers each case of a file as its suite does: one answer a line, with the case's id. A case only tells what
 * happened, and the answer says so.
 */
export function answerCases<R extends object>(
  context: CliContext,
  file: string,
  { suite, model, settings = {}, describe }: CasesToAnswer<R>,
): Promise<number> {
  const run = async (opened: Model | null): Promise<number> => {
    const unread = new Set<string>()
    for (const line of await readCases(context.cwd, file)) {
      const { id, vars } = line
      for (const field of Object.keys(vars)) if (!suite.fields.includes(field)) unread.add(field)
      const asked =
        opened === null ? suite.byRules(vars, settings) : suite.byBoth(vars, opened, settings)
      const answer = { ...((await asked.catch(withPlace(line))) as R), basis: 'narrated' }
      const named = id === null ? answer : { id, ...answer }
      const label = id === null ? '' : `${id}: `
      context.print(context.json ? JSON.stringify(named) : describe(answer, label))
    }
    noteUnread(context, unread, suite.fields)
    return 0
  }
  return withModel(context, model, run, suite.role)
}

/** What is wrong with a case, and which case it is. */
const withPlace =
  ({ place, id }: CaseLine) =>
  (error: unknown): never => {
    if (!(error instanceof ReflectError) || error.code !== 'usage') throw error
    const named = id === null ? place : `${place} ("${id}")`
    const { remedy } = error
    throw new ReflectError('usage', `${named}: ${error.message}`, {
      cause: error,
      ...(remedy === undefined ? {} : { remedy }),
    })
  }
