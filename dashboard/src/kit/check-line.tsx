import type { CheckItem } from '../../../src/schema/api/session.js'
import { toneText } from './tone.js'
import type { Tone } from './tone.js'

/** A check that we ran: its command, how it ended, and what failed. */
export function CheckLine({ check }: { check: CheckItem }) {
  const { name, command, failure } = check
  const what = failure?.tests[0] ?? failure?.error ?? null
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-ink">{name}</span>
        <code className="measured min-w-0">{command}</code>
        <span className={`text-sm ${toneText[runTone(check)]}`}>{describe(check)}</span>
      </p>
      {check.result !== 'passed' && what !== null && <p className="measured text-faint">{what}</p>}
    </div>
  )
}

export function runTone({ result }: Pick<CheckItem, 'result'>): Tone {
  if (result === 'passed') return 'good'
  if (result === 'new_failure') return 'bad'
  return result === null ? 'plain' : 'warn'
}

const RESULTS = {
  passed: 'passed',
  new_failure: 'red',
  preexisting: 'red, as before the session',
  flaky: 'flaky: red, then green',
  unrunnable: 'could not be run',
} as const

const STATES = {
  running: 'running',
  finished: 'finished',
  cancelled: 'cancelled',
  discarded: 'thrown away: files changed while it ran',
  lost: 'lost: the process that waited for it died',
} as const

const TRIGGERS = {
  stop: 'at the stop',
  background: 'in the background',
  command: 'by hand',
} as const

/** How a run ended, in words. */
export const runWords = ({ result, state }: Pick<CheckItem, 'result' | 'state'>): string =>
  result === null ? STATES[state] : RESULTS[result]

function describe({ tries, durationMs, trigger, ...run }: CheckItem): string {
  const ended = runWords(run)
  const took = durationMs === null ? '' : `, ${(durationMs / 1000).toFixed(1)} s`
  return `${ended} ${TRIGGERS[trigger]}${took}${tries > 1 ? `, ${tries} runs` : ''}`
}
