import type { Overview } from '../../../../src/schema/api/overview.js'
import type { RunItem } from '../../../../src/schema/api/run.js'
import { Badge } from '../../kit/badge.js'
import { formatCount, formatScore } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { Link } from '../../router/link.js'

const SHOWN = 5

/** Runs that a person should look at; where the agent's word and the floor disagree, first. */
export function ReviewPanel({ data: { review, days } }: { data: Overview }) {
  return (
    <Panel
      title="Runs that need review"
      flush
      aside={
        <Link href={`/reviews?days=${days}`} className="text-accent underline underline-offset-2">
          all {formatCount(review.count)}
        </Link>
      }
    >
      {review.runs.length === 0 ? (
        <p className="px-4 py-4 text-soft">No run of this period needs a review.</p>
      ) : (
        <ul>
          {review.runs.slice(0, SHOWN).map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Run({ run }: { run: RunItem }) {
  const { record } = run
  const { risk } = record
  return (
    <li className="covered grid grid-cols-[44px_minmax(0,1fr)] items-baseline gap-x-3 border-b border-line px-4 py-2 last:border-b-0 focus-within:bg-accent-wash hover:bg-sunken">
      <span className="measured text-right font-semibold text-bad" title="Score of the risk floor">
        {formatScore(risk.score)}
      </span>
      <span className="min-w-0">
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate">
            <Link
              href={`/sessions/${encodeURIComponent(record.session_id)}`}
              data-cover
              className="after:absolute after:inset-0"
            >
              {run.asked ?? record.task_ref}
            </Link>
          </span>
          <RelativeTime at={record.timestamp} className="shrink-0 text-sm text-faint" />
        </span>
        <span className="flex min-w-0 items-baseline gap-2 text-sm text-soft">
          <Badge>{risk.surface}</Badge>
          <Mismatch run={run} />
          <span className="measured min-w-0 truncate" title={risk.reason}>
            {risk.reason}
          </span>
        </span>
      </span>
    </li>
  )
}

function Mismatch({ run: { declared_vs_computed: declared, record } }: { run: RunItem }) {
  const said = record.most_likely_wrong?.surface
  if (declared === 'declared_lower') {
    return <Badge tone="bad">{said === undefined ? 'said less' : `agent said ${said}`}</Badge>
  }
  if (declared === 'declared_higher') return <Badge tone="warn">agent fears more</Badge>
  return null
}
