import type { FailingCheck } from '../../../../src/schema/api/check.js'
import { Badge } from '../../kit/badge.js'
import { formatCounted } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { SessionLink } from '../../kit/session-link.js'

/** What agents ran and saw fail again and again, and what made it green. */
export function FailingPanel({ failing }: { failing: readonly FailingCheck[] }) {
  return (
    <Panel title="Failed again and again" note="what agents ran, in the latest sessions" flush>
      {failing.length === 0 ? (
        <p className="px-4 py-3 text-soft">No check failed twice for the same reason.</p>
      ) : (
        <ul>
          {failing.map((one) => (
            <FailingRow key={`${one.check} ${one.error}`} failing={one} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function FailingRow({ failing }: { failing: FailingCheck }) {
  const { check, error, times, sessions, green, isRedStill, history } = failing
  return (
    <li className="border-t border-line px-4 py-2.5 first:border-t-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code className="measured min-w-0 break-words">{check}</code>
        <Badge tone={isRedStill ? 'bad' : 'good'}>{isRedStill ? 'left red' : 'green again'}</Badge>
        <span className="text-soft">
          red {formatCounted(times, 'time')} in {formatCounted(sessions, 'session')}
        </span>
      </p>
      {error !== null && <p className="measured break-words text-faint">{error}</p>}
      {green.length > 0 && (
        <p className="text-sm break-words text-soft">Made green by {green.join('; ')}.</p>
      )}
      <details className="text-sm text-soft">
        <summary>
          Its history, last {history[0]?.at != null && <RelativeTime at={history[0].at} />}
        </summary>
        <ul className="mt-1 grid gap-1">
          {history.map((one) => (
            <li key={one.session} className="flex flex-wrap items-baseline gap-x-3">
              {one.at !== null && <RelativeTime at={one.at} className="text-faint" />}
              <SessionLink id={one.session} />
              red {formatCounted(one.times, 'time')}, then {one.isRedStill ? 'left red' : 'green'}
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
