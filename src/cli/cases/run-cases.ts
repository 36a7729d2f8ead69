import { ReflectError } from '../../schema/error.js'
import type { CliContext } from '../command.js'
import { noteUnread } from '../note-unread.js'
import { readCases } from './read-cases.js'
import type { CaseLine } from './read-cases.js'

export interface CaseRun<R> {
  /** What a case may tell. */
  fields: readonly string[]
  answer(vars: Readonly<Record<string, unknown>>): Promise<R>
  /** For people; `label` is the case's id, or nothing. */
  describe(result: R, label: string): string
}

/** Answers each case of a file: one result a line, with the case's id. */
export async function runCases<R extends object>(
  context: CliContext,
  file: string,
  { fields, answer, describe }: CaseRun<R>,
): Promise<number> {
  const unread = new Set<string>()
  for (const line of await readCases(context.cwd, file)) {
    for (const field of Object.keys(line.vars)) if (!fields.includes(field)) unread.add(field)
    const result = await answer(line.vars).catch((error: unknown) => {
      throw withPlace(error, line)
    })
    const named = line.id === null ? result : { id: line.id, ...result }
    const label = line.id === null ? '' : `${line.id}: `
    context.print(context.json ? JSON.stringify(named) : describe(result, label))
  }
  noteUnread(context, unread, fields)
  return 0
}

/** What is wrong with a case, and which case it is. */
function withPlace(error: unknown, { place, id }: CaseLine): unknown {
  if (!(error instanceof ReflectError) || error.code !== 'usage') return error
  const named = id === null ? place : `${place} ("${id}")`
  const { remedy } = error
  return new ReflectError('usage', `${named}: ${error.message}`, {
    cause: error,
    ...(remedy === undefined ? {} : { remedy }),
  })
}
