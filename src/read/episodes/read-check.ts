/**
 * One command of a line as a check: what sort it is, where it ran, and whether it was red or green.
 * Null for a command that proves nothing.
 */
import type { CommandRun } from '../../schema/evidence.js'
import type { CommandResult } from '../shell/command-result.js'
import { settleRuns } from '../shell/read-runs.js'
import type { ShellLine } from '../shell/shell-line.js'
import { readFailure } from '../output/read-failure.js'
import type { Failure } from '../output/read-failure.js'
import type { CheckSort } from './episodes-state.js'

export interface CheckRead {
  sort: CheckSort
  kind: CommandRun['kind']
  check: string
  words: string[]
  folder: string
  variables: string[]
  /** Where its runner says them. */
  counts: CommandRun['counts']
  result: 'red' | 'green'
  failure: Failure
}

const SORTS: Partial<Record<CommandRun['kind'], CheckSort>> = {
  test: 'test',
  build: 'build',
  typecheck: 'build',
  lint: 'lint',
}

/** No check is red without one of these in what it prints last. */
const LOOKS_RED = /fail|error|panic|not ok|✖|✗|×|✘|not found|problem|refused/i
const HINT_CHARS = 6_000

/** `isAwaited`: some check is red, so that a green one matters. */
export function readChecks(
  line: ShellLine,
  result: CommandResult,
  isAwaited: boolean,
): CheckRead[] {
  const mayBeRed = result.status === 'failed' || LOOKS_RED.test(result.output.slice(-HINT_CHARS))
  if (!mayBeRed && !isAwaited) return []
  return settleRuns(line, result).flatMap(({ part, draft: read }): CheckRead[] => {
    const common = {
      kind: read.kind,
      check: read.key,
      words: [...part.words],
      folder: read.folder ?? '',
      variables: variablesOf(line),
      counts: read.counts,
    }
    const sort = SORTS[read.kind]
    if (sort === undefined) return readCommand(common, result, read.exitCode)
    if (read.result === 'passed') return [{ ...common, sort, result: 'green', failure: NOTHING }]
    const failure = readFailure(result.output)
    const isRed = read.result === 'failed' || isBroken(failure, result)
    return isRed ? [{ ...common, sort, result: 'red', failure }] : []
  })
}

const NOTHING: Failure = { tests: [], error: null, others: [] }

/** The check itself could not run: nothing of its own is known, and that is the failure. */
const BROKEN = new Set(['command-not-found', 'missing-script'])

const isBroken = ({ error }: Failure, { status }: CommandResult): boolean =>
  status === 'failed' && BROKEN.has(error?.class ?? '')

const ENVIRONMENT = new Set([
  'command-not-found',
  'missing-script',
  'connection-refused',
  'missing-variable',
])

/** Any other command is looked at for what its surroundings lack. */
function readCommand(
  common: Omit<CheckRead, 'sort' | 'result' | 'failure'>,
  result: CommandResult,
  exitCode: number | null,
): CheckRead[] {
  if (common.kind === 'git' || common.kind === 'gh' || common.kind === 'install') return []
  const sort = 'command'
  if (result.status === 'completed' && (exitCode === 0 || exitCode === null))
    return [{ ...common, sort, result: 'green', failure: NOTHING }]
  if (result.status !== 'failed') return []
  const failure = readFailure(result.output)
  const { error } = failure
  const isMissing = error?.symbol != null && /module|package/.test(error.message ?? '')
  if (!ENVIRONMENT.has(error?.class ?? '') && !isMissing) return []
  return [{ ...common, sort, result: 'red', failure: { ...NOTHING, error } }]
}

/** Set for one command, by `env`, or for all that follow. */
const variablesOf = ({ parts }: ShellLine): string[] =>
  parts.flatMap(({ words, variables }) => {
    const isSetting = words[0] === 'export' || words[0] === 'env'
    const names = isSetting ? words.slice(1).map((word) => /^([A-Za-z_]\w*)=/.exec(word)?.[1]) : []
    return [...variables, ...names.filter((name) => name !== undefined)]
  })
