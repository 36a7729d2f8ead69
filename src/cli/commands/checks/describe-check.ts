import type { CheckRun } from '../../../schema/check-run.js'
import type { Check } from '../../../schema/check.js'
import { HOLD_MS } from '../../../moments/stop/checks/plan-checks.js'
import { toCommandLine } from '../../../util/command-line.js'
import { relativeTime } from '../../relative-time.js'

/** The command as a person would type it. */
export const shownCommand = ({ command, shell }: Pick<Check, 'command' | 'shell'>): string =>
  shell ? `${command.join(' ')} (in a shell)` : toCommandLine(command)

/** Where it runs at a stop, by how long it took. */
export function atStop(lastMs: number | null): { where: 'hold' | 'background'; text: string } {
  if (lastMs === null) return { where: 'hold', text: 'holds the stop (not timed yet)' }
  if (lastMs <= HOLD_MS) return { where: 'hold', text: `holds the stop (${seconds(lastMs)})` }
  return {
    where: 'background',
    text: `in the background, or the agent is asked (${seconds(lastMs)})`,
  }
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** How its last run ended. */
export function lastResult(run: CheckRun | undefined, now: Date): string {
  if (run === undefined) return 'never run'
  const when = relativeTime(run.startedAt, now)
  return `${resultWords(run)}, ${when}`
}

const WORDS = {
  passed: 'passed',
  new_failure: 'red',
  preexisting: 'red, as before',
  flaky: 'flaky: red, then green',
  unrunnable: 'could not be run',
} as const

export function resultWords(run: CheckRun): string {
  const { state, result, failure, exitCode } = run
  if (state === 'running') return 'running'
  if (state === 'lost') return 'lost: the process that waited for it died'
  if (state === 'cancelled')
    return run.durationMs === null ? 'cancelled' : 'given up: too slow to hold a stop'
  if (state === 'discarded') {
    return `${exitCode === 0 ? 'green' : 'red'}, but files changed while it ran, so the result does not count`
  }
  const what = failure?.tests[0] ?? failure?.error
  const words = result === null ? state : WORDS[result]
  return result === 'passed' || what == null ? words : `${words}: ${what}`
}

const TRIGGERS = {
  stop: 'at the stop',
  background: 'in the background',
  command: 'by hand',
} as const

/** One run as `why` tells it. */
export function describeRun(run: CheckRun): string {
  const took = run.durationMs === null ? '' : `, ${seconds(run.durationMs)}`
  const times = run.tries > 1 ? `, ${run.tries} runs` : ''
  return `${run.command}, ${TRIGGERS[run.trigger]}${took}${times}: ${resultWords(run)}`
}
