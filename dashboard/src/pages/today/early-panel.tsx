import type { Overview } from '../../../../src/schema/api/overview.js'
import { CodeText } from '../../kit/code-text.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { Link } from '../../router/link.js'

/** Stops of sessions that no hook saw, at which something was missing. */
export function EarlyPanel({ data: { early, stops } }: { data: Overview }) {
  return (
    <div id="early" className="min-w-0 scroll-mt-4">
      <Panel title="Stopped too early" note="a hook would have sent these back" flush>
        {early.length === 0 ? (
          <p className="px-4 py-4 text-soft">
            No stop of this period says more than its record shows.
          </p>
        ) : (
          <ul>
            {early.map(({ sessionId, turn, at, asked, fact }) => (
              <li
                key={`${sessionId} ${at}`}
                className="covered border-b border-line px-4 py-2 last:border-b-0 focus-within:bg-accent-wash hover:bg-sunken"
              >
                <p className="flex items-baseline gap-3">
                  <Link
                    href={`/sessions/${encodeURIComponent(sessionId)}?turn=${turn}`}
                    data-cover
                    className="said min-w-0 flex-1 truncate after:absolute after:inset-0"
                  >
                    {asked ?? sessionId}
                  </Link>
                  <RelativeTime at={at} className="shrink-0 text-sm text-faint" />
                </p>
                <p className="text-sm break-words text-soft">
                  <CodeText text={fact} />
                </p>
              </li>
            ))}
          </ul>
        )}
        {stops.incomplete > early.length && (
          <p className="border-t border-line px-4 py-2 text-sm text-soft">
            The latest {early.length} of {stops.incomplete}.
          </p>
        )}
      </Panel>
    </div>
  )
}
