import type { CheckRunItem, OwnCheck } from '../../../../src/schema/api/check.js'
import { OutcomeStrip } from '../../charts/outcome-strip.js'
import { Badge } from '../../kit/badge.js'
import { runTone, runWords } from '../../kit/check-line.js'
import { formatCount, formatDuration } from '../../kit/format.js'
import { exactTime, RelativeTime } from '../../kit/relative-time.js'
import { SessionLink } from '../../kit/session-link.js'
import { toneText } from '../../kit/tone.js'

/** A check: what it runs, when, how it ended last, and its last runs. */
export function OwnCheckRow({ check }: { check: OwnCheck }) {
  const { name, command, runs } = check
  const last = runs[0]
  return (
    <li className="border-t border-line px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <span className="font-semibold">{name}</span> <code className="measured">{command}</code>
        </p>
        {last === undefined ? (
          <Badge>never run</Badge>
        ) : (
          <p className="text-sm text-soft">
            <Badge tone={runTone(last)}>{runWords(last)}</Badge>{' '}
            <RelativeTime at={last.startedAt} />
          </p>
        )}
      </div>
      <p className="mt-0.5 text-sm text-soft">{whenWords(check)}</p>
      {runs.length > 0 && <Runs runs={runs} />}
    </li>
  )
}

function whenWords({ when, atStop, lastMs, timeoutMs }: OwnCheck): string {
  const where =
    atStop === 'hold' ? 'holds the stop' : 'runs in the background, or the agent is asked'
  const took = lastMs === null ? 'not timed yet' : `took ${formatDuration(lastMs)}`
  const which = when.length === 0 ? 'any file' : when.join(', ')
  return `For changes to ${which}; ${where} (${took}, at most ${formatDuration(timeoutMs)}).`
}

function Runs({ runs }: { runs: readonly CheckRunItem[] }) {
  const red = runs.filter((run) => runTone(run) === 'bad').length
  const label =
    runs.length === 1 ? 'The last run' : `${red} of the last ${formatCount(runs.length)} runs red`
  return (
    <div className="mt-2 grid gap-2">
      <OutcomeStrip
        label={label}
        cells={runs.toReversed().map((run) => ({
          id: run.id,
          tone: runTone(run),
          height: runTone(run) === 'good' ? 0.5 : 1,
          title: `${runWords(run)}, ${exactTime(run.startedAt)}`,
        }))}
      />
      <details className="text-sm text-soft">
        <summary>{label}</summary>
        <ul className="mt-1 grid gap-1">
          {runs.map((run) => (
            <li key={run.id} className="flex flex-wrap items-baseline gap-x-3">
              <span className={toneText[runTone(run)]}>{runWords(run)}</span>
              {run.failure !== null && (
                <span className="measured min-w-0 text-faint">
                  {run.failure.tests[0] ?? run.failure.error}
                </span>
              )}
              {run.sessionId === null ? 'by hand' : <SessionLink id={run.sessionId} />}
              <RelativeTime at={run.startedAt} className="text-faint" />
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
