import type { ReviewList, RunItem } from '../../../../src/schema/api/run.js'
import { useResource } from '../../api/resource.js'
import { Badge } from '../../kit/badge.js'
import { formatCount, formatScore, formatShare } from '../../kit/format.js'
import { Loaded } from '../../kit/loaded.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { Link } from '../../router/link.js'
import { describeFixes } from './run-words.js'

const REFRESH = {
  kinds: ['record.run', 'record.outcome', 'record.session_outcome', 'gate.changed'],
}

/** What waits for a review, first things first. */
export function ReviewSection({ days }: { days: string }) {
  const review = useResource('GET /review', { query: { days } }, REFRESH)
  return <Loaded resource={review}>{(data) => <Waiting review={data} />}</Loaded>
}

function Waiting({ review: { runs, count, gate } }: { review: ReviewList }) {
  return (
    <section aria-label="Review list" className="mb-5">
      <Panel title="Review list" flush aside={`${formatCount(count)} waiting`}>
        <p className="border-b border-line px-4 py-2.5 text-sm text-soft">
          {gate.use === 'act'
            ? 'P1 passed: runs of which the agent is sure come later. All of them still need their review.'
            : `Not ordered by confidence: ${gate.because}.`}{' '}
          <Link href="/growth/experiments" className="text-accent underline underline-offset-2">
            why
          </Link>
        </p>
        {runs.length === 0 ? (
          <p className="px-4 py-4 text-soft">No run of this period needs a review.</p>
        ) : (
          <ol className="max-h-112 overflow-y-auto" tabIndex={0} aria-label="Runs in review order">
            {runs.map((run, at) => (
              <Run key={run.id} run={run} place={at + 1} />
            ))}
          </ol>
        )}
      </Panel>
    </section>
  )
}

function Run({ run, place }: { run: RunItem; place: number }) {
  const { record, review_advice: advice, rank } = run
  const { risk, confidence } = record
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] items-baseline gap-x-3 border-b border-line px-4 py-2 last:border-b-0">
      <span className="measured text-right text-faint">{place}</span>
      <span className="min-w-0">
        <span className="flex items-baseline justify-between gap-3">
          <Link
            href={`/sessions/${encodeURIComponent(record.session_id)}`}
            className="min-w-0 truncate underline-offset-2 hover:underline"
          >
            {run.asked ?? record.task_ref}
          </Link>
          <RelativeTime at={record.timestamp} className="shrink-0 text-sm text-faint" />
        </span>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1 text-sm text-soft">
          <Badge tone="warn">{risk.surface}</Badge>
          <span>score {formatScore(risk.score)}</span>
          {rank !== undefined && (
            <span title="How large the change is, tests and docs aside">
              rank {rank.toFixed(1)}
            </span>
          )}
          {confidence !== null && <span>agent {formatShare(confidence, 0)} sure</span>}
          {(run.earlier_fixes?.fixes ?? 0) > 0 && <span>{describeFixes(run)}</span>}
          {advice && <Badge tone="info">{advice.order}</Badge>}
        </span>
        <span className="measured block truncate text-sm text-faint" title={risk.reason}>
          {risk.reason}
        </span>
        {advice && <span className="block text-sm text-faint">{advice.reason}</span>}
      </span>
    </li>
  )
}
