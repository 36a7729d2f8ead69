import type { RiskOverview } from '../../../../src/schema/api/run.js'
import { CurveChart } from '../../charts/curve-chart.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCount, formatCounted, formatScore, formatShare } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'

/** If everything above a score were reviewed: how much work is that, and how much would it catch? */
export function GatingPanel({ gating }: { gating: RiskOverview['gating'] }) {
  const { known, failed, points, atThreshold } = gating
  return (
    <Panel
      title="Gating curve"
      note={known === 0 ? undefined : `${formatCounted(known, 'run')} with an outcome`}
    >
      {points.length === 0 ? (
        <EmptyState title="No outcomes yet" command="reflect tasks report NAME --status failed">
          It needs at least one run whose session failed and one that completed;{' '}
          {formatCount(known)} have an outcome, {formatCount(failed)} of them failed.
        </EmptyState>
      ) : (
        <>
          <CurveChart
            title="Share of runs gated against share of failures caught"
            description={describe(gating)}
            xLabel="share of runs that a person reviews"
            yLabel="failures caught"
            line={[{ x: 0, y: 0 }, ...points.map(({ gated, caught }) => ({ x: gated, y: caught }))]}
            marks={
              atThreshold === null
                ? []
                : [
                    {
                      x: atThreshold.gated,
                      y: atThreshold.caught,
                      title: `score ${formatScore(atThreshold.threshold)}`,
                    },
                  ]
            }
            diagonal
            height={240}
          />
          <p className="mt-2 text-sm text-soft">{describe(gating)}</p>
        </>
      )}
    </Panel>
  )
}

function describe({ failed, atThreshold }: RiskOverview['gating']): string {
  if (atThreshold === null) return `${formatCounted(failed, 'failure')}; the dashed line is chance.`
  return `At the score of ${formatScore(atThreshold.threshold)} that is set, reviewing ${formatShare(atThreshold.gated, 0)} of the runs catches ${formatShare(atThreshold.caught, 0)} of ${formatCounted(failed, 'failure')}. The dashed line is what chance would catch.`
}
