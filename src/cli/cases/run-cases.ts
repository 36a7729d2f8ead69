import type { CliContext } from '../command.js'
import { readCases } from './read-cases.js'

/** Answers each case of a file: one result a line, with the case's id. */
export async function runCases<R extends object>(
  context: CliContext,
  file: string,
  answer: (vars: Readonly<Record<string, unknown>>) => Promise<R>,
  describe: (result: R) => string,
): Promise<number> {
  for (const { id, vars } of await readCases(context.cwd, file)) {
    const result = await answer(vars)
    const named = id === null ? result : { id, ...result }
    const label = id === null ? '' : `${id}: `
    context.print(context.json ? JSON.stringify(named) : `${label}${describe(result)}`)
  }
  return 0
}
