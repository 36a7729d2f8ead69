import type { Outcome } from '../../../../src/schema/outcome.js'
import { Badge } from '../../kit/badge.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCount, formatCounted, formatDuration } from '../../kit/format.js'
import { RawText } from '../../kit/raw-text.js'
import { RelativeTime } from '../../kit/relative-time.js'
import type { Tone } from '../../kit/tone.js'
import { Link } from '../../router/link.js'

const TONES: Readonly<Record<Outcome['status'], Tone>> = {
  completed: 'good',
  failed: 'bad',
  timeout: 'warn',
  interrupted: 'plain',
}

/** The runs of a task, newest first; what each said is behind it. */
export function OutcomeList({ outcomes, id }: { outcomes: readonly Outcome[]; id: string }) {
  if (outcomes.length === 0) {
    return <EmptyState title="It has not run yet" command={`reflect tasks run ${id}`} />
  }
  return (
    <ul>
      {outcomes.map((outcome) => (
        <li key={outcome.session_id} className="border-t border-line first:border-t-0">
          <OutcomeEntry outcome={outcome} />
        </li>
      ))}
    </ul>
  )
}

function OutcomeEntry({ outcome }: { outcome: Outcome }) {
  const { status, error, result, timestamp, duration_ms } = outcome
  return (
    <details className="group">
      <summary className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 px-4 py-2 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto] hover:bg-sunken">
        <span>
          <Badge tone={TONES[status]}>{status}</Badge>
        </span>
        <span className="truncate text-soft group-open:text-ink max-sm:order-last max-sm:col-span-2">
          {firstLine(error ?? result) || 'said nothing'}
        </span>
        <span className="text-right text-sm whitespace-nowrap text-faint">
          {formatDuration(duration_ms)} · <RelativeTime at={timestamp} />
        </span>
      </summary>
      <div className="flex flex-col gap-2 px-4 pt-1 pb-4 text-sm">
        {error !== null && <RawText text={error} label="The error" />}
        {result !== '' && <RawText text={result} label="The result" />}
        <p className="text-faint">
          {outcome.rounds !== null && `${formatCounted(outcome.rounds, 'round')} · `}
          {outcome.tokens !== null && `${formatCount(outcome.tokens)} tokens · `}
          {outcome.tools_used.length === 0 ? 'no tools' : outcome.tools_used.join(', ')}
          {outcome.skills_read.length > 0 && (
            <>
              {' '}
              · read{' '}
              {outcome.skills_read.map((skill) => (
                <Link
                  key={skill}
                  href={`/growth/skills/${encodeURIComponent(skill)}`}
                  className="mr-2 text-accent underline underline-offset-2"
                >
                  {skill}
                </Link>
              ))}
            </>
          )}
        </p>
        <p className="measured text-faint">{outcome.session_id}</p>
      </div>
    </details>
  )
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''
