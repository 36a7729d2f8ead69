import type { Overview } from '../../../../src/schema/api/overview.js'
import { ShareBar } from '../../charts/share-bar.js'
import { endings } from '../../kit/ending.js'
import { formatCount, formatCounted } from '../../kit/format.js'
import { outcomeEndings } from '../../kit/outcome.js'
import { Panel } from '../../kit/panel.js'

/** How sessions ended, as checks, people and later commits show it. */
export function OutcomesPanel({ data: { outcomes, days } }: { data: Overview }) {
  const statuses = ['completed', 'failed', 'waiting', 'aborted', 'unknown'] as const
  const sessions = statuses.reduce((sum, status) => sum + outcomes[status], 0)
  return (
    <Panel title="How sessions ended" aside={formatCounted(sessions, 'session')}>
      {sessions === 0 ? (
        <p className="text-soft">
          No session of this period is settled yet; the next session start does that.
        </p>
      ) : (
        <>
          <ShareBar
            parts={statuses.map((status) => ({
              ...endings[outcomeEndings[status]],
              value: outcomes[status],
              href: `/sessions?ending=${outcomeEndings[status]}&since=${days}d`,
            }))}
          />
          {outcomes.judged > 0 && (
            <p className="mt-2 text-sm text-soft">
              {formatCount(outcomes.judged)} of them by the judge alone, which don't count.
            </p>
          )}
        </>
      )}
    </Panel>
  )
}
