import type { StripItem } from '../../../src/schema/api/task.js'
import { formatCounted, formatDuration } from '../kit/format.js'
import type { Tone } from '../kit/tone.js'
import { OutcomeStrip } from './outcome-strip.js'

const TONES: Readonly<Record<StripItem['status'], Tone>> = {
  completed: 'good',
  failed: 'bad',
  timeout: 'warn',
  interrupted: 'plain',
}
/** Height repeats what the colour says. */
const HEIGHTS: Readonly<Record<StripItem['status'], number>> = {
  completed: 0.5,
  failed: 1,
  timeout: 0.75,
  interrupted: 0.25,
}
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** The last runs of something, oldest first: low and green is fine, tall and red failed. */
export function RunStrip({ runs, height }: { runs: readonly StripItem[]; height?: number }) {
  if (runs.length === 0) return <span className="text-faint">no run yet</span>
  return (
    <OutcomeStrip
      label={describeRuns(runs)}
      {...(height !== undefined && { height })}
      cells={runs.map((run) => ({
        id: run.sessionId,
        tone: TONES[run.status],
        height: HEIGHTS[run.status],
        title: `${run.status}, ${exact.format(new Date(run.at))}, took ${formatDuration(run.durationMs)}${run.text === '' ? '' : `: ${run.text}`}`,
      }))}
    />
  )
}

function describeRuns(runs: readonly StripItem[]): string {
  const completed = runs.filter(({ status }) => status === 'completed').length
  const last = runs.at(-1)!.status
  return `${completed} of ${formatCounted(runs.length, 'run')} completed; the last one: ${last}`
}
