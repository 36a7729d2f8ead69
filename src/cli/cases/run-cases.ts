import type { CliContext } from '../command.js'
import { readCases } from './read-cases.js'
import type { ToldCase } from './read-cases.js'

/** Judges each case of a file and prints one result a line; the exit code is 1 after a bad one. */
export async function runCases<R extends object>(
  context: CliContext,
  file: string,
  judge: (told: ToldCase) => R | Promise<R>,
  describe: (result: R) => string,
): Promise<number> {
  let failed = false
  for (const line of await readCases(context.cwd, file)) {
    if (!line.ok) {
      context.note(`${line.place}: ${line.problem}`)
      failed = true
      continue
    }
    const { id } = line.told
    const result = await judge(line.told)
    const named = id === undefined ? result : { id, ...result }
    context.print(context.json ? JSON.stringify(named) : `${nameOf(id)}${describe(result)}`)
  }
  return failed ? 1 : 0
}

const nameOf = (id: unknown): string =>
  id === undefined ? '' : `${typeof id === 'string' ? id : JSON.stringify(id)}: `
