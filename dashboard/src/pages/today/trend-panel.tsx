import type { Overview } from '../../../../src/schema/api/overview.js'
import { LineChart } from '../../charts/line-chart.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCounted, formatShare } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'

const dayName = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export function TrendPanel({ data: { series, days } }: { data: Overview }) {
  const judged = series.reduce((sum, day) => sum + day.judged, 0)
  const premature = series.reduce((sum, day) => sum + day.premature, 0)
  const rate = judged === 0 ? null : premature / judged
  return (
    <Panel
      title="Premature stops"
      note="share of stops per day; bars: how many were judged"
      aside={
        <span className="measured">
          {formatShare(rate)} over {days} days
        </span>
      }
    >
      {judged === 0 ? (
        <EmptyState title="No stop was judged in this period." command="reflect status">
          A stop is judged when the mode is solo and the agent&apos;s hook is installed.
        </EmptyState>
      ) : (
        <LineChart
          title="Premature stops per day"
          description={`${formatCounted(premature, 'stop')} of ${judged} came too early, ${formatShare(rate)} over ${days} days. Bars behind the line show how many stops were judged.`}
          columns={['day', 'premature', 'judged']}
          points={series.map((day) => ({
            x: day.day,
            y: day.rate,
            weight: day.judged,
            title: `${dayOf(day.day)}: ${day.premature} of ${day.judged} too early`,
          }))}
          maxY={Math.max(0.1, ...series.map((day) => day.rate ?? 0))}
          tone="warn"
          formatX={dayOf}
          formatY={(value) => formatShare(value, 0)}
        />
      )}
    </Panel>
  )
}

const dayOf = (day: string): string => dayName.format(new Date(`${day}T00:00:00Z`))
