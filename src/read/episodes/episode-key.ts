import type { CheckError } from '../../schema/episode.js'
import { shortHash } from '../../util/loose-json.js'
import { nameOfError } from './failure-names.js'

/** One failure of a check: tests that failed, or one thing that a tool complains of. */
export interface OneFailure {
  tests: string[]
  error: CheckError | null
}

/**
 * One name for the same failure in every session: its first test, or what the tool complains of. Where
 * neither could be read it is the command, by which nothing is recalled.
 */
export function episodeKey({ tests, error }: OneFailure, check: string): string {
  const [test] = tests
  if (test !== undefined) return hash(['test', bareTest(test)])
  const name = nameOfError(error)
  return name === null ? hash(['check', check]) : hash(['error', name])
}

/** Whether it is known what failed, and not only which command. */
export const isNamed = ({ tests, error }: OneFailure): boolean =>
  tests.length > 0 || nameOfError(error) !== null

const hash = (parts: readonly string[]): string => `failure-${shortHash(JSON.stringify(parts))}`

/** Runs from different folders name the same file differently; parameters differ from run to run. */
const bareTest = (name: string): string => {
  const [first = '', ...titles] = name.split(' › ')
  return [/\.\w+$/.test(first) ? first.split(/[\\/]/).at(-1)! : first, ...titles]
    .join(' › ')
    .toLowerCase()
}

/** Keys of earlier versions had a command or an error's class in them. */
export const isEarlierKey = (key: string): boolean => !key.startsWith('failure-')
