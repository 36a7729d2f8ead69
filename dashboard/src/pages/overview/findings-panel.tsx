import type { Overview } from '../../../../src/schema/api/overview.js'
import { Badge } from '../../kit/badge.js'
import { formatCount } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { Link } from '../../router/link.js'

export function FindingsPanel({ data: { findings } }: { data: Overview }) {
  return (
    <Panel
      title="Open findings"
      flush
      aside={
        <Link href="/tasks" className="text-accent underline underline-offset-2">
          all {formatCount(findings.open)}
        </Link>
      }
    >
      {findings.newest.length === 0 ? (
        <p className="px-4 py-4 text-soft">Nothing keeps going wrong.</p>
      ) : (
        <ul>
          {findings.newest.map((finding) => (
            <li key={finding.id} className="border-b border-line px-4 py-2 last:border-b-0">
              <span className="flex items-baseline justify-between gap-3">
                <span className="measured min-w-0 truncate" title={finding.subject_id}>
                  {finding.subject_id}
                </span>
                <RelativeTime at={finding.opened_at} className="shrink-0 text-sm text-faint" />
              </span>
              <span className="text-sm text-soft">{finding.detail}</span>{' '}
              {finding.action_taken !== '' && (
                <Badge tone="warn">{finding.action_taken.replaceAll('_', ' ')}</Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
