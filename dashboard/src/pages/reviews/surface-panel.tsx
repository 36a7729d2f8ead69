import type { RiskOverview } from '../../../../src/schema/api/run.js'
import { BarChart } from '../../charts/bar-chart.js'
import { formatCount } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'

/** Runs by the riskiest part of the system that they touched. */
export function SurfacePanel({ surfaces, rowsOf }: SurfacePanelProps) {
  return (
    <Panel title="By surface" aside="solid: needs review">
      <BarChart
        title="Runs by surface, and how many of them need review"
        columns={['Surface', 'Need review, of all runs']}
        rows={surfaces.map(({ surface, runs, needsReview, meanScore }) => ({
          label: surface,
          ...(runs > 0 && { href: rowsOf(`surface=${surface}`) }),
          value: runs,
          part: needsReview,
          tone: needsReview > 0 ? ('warn' as const) : ('accent' as const),
          shown: `${formatCount(needsReview)} of ${formatCount(runs)}, mean ${meanScore.toFixed(2)}`,
        }))}
      />
    </Panel>
  )
}

interface SurfacePanelProps {
  surfaces: RiskOverview['surfaces']
  /** The address of the runs that a filter leaves. */
  rowsOf(filter: string): string
}
