import { Group } from '@visx/group'
import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import type { RiskOverview } from '../../../../src/schema/api/run.js'
import { BottomAxis, MARGIN, ValueAxis } from '../../charts/axes.js'
import { ChartFrame } from '../../charts/chart-frame.js'
import { formatCount, formatCounted, formatScore } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import { toneInk } from '../../kit/tone.js'

const HEIGHT = 200
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]

/** How the scores are spread, and where the line for review lies among them. */
export function ScorePanel({ scores, threshold }: ScorePanelProps) {
  const all = scores.reduce((sum, { runs }) => sum + runs, 0)
  const most = Math.max(1, ...scores.map(({ runs }) => runs))
  return (
    <Panel title="By score" aside={`review from ${formatScore(threshold)} on`}>
      <ChartFrame
        title="Runs by risk score"
        description={`${formatCounted(all, 'run')} in ten bins of the score from 0 to 1; the line at ${formatScore(threshold)} is where review begins.`}
        height={HEIGHT}
        table={{
          columns: ['Score', 'Runs'],
          rows: scores.map(({ low, high, runs }) => [
            `${formatScore(low)} to ${formatScore(high)}`,
            formatCount(runs),
          ]),
        }}
      >
        {(width) => {
          const inner = {
            width: width - MARGIN.left - MARGIN.right,
            height: HEIGHT - MARGIN.top - MARGIN.bottom,
          }
          const x = scaleLinear({ domain: [0, 1], range: [0, inner.width] })
          const y = scaleLinear({ domain: [0, most], range: [inner.height, 0], nice: true })
          return (
            <Group left={MARGIN.left} top={MARGIN.top}>
              <ValueAxis scale={y} width={inner.width} format={formatCount} />
              {scores.map(({ low, high, runs }) => (
                <Bar
                  key={low}
                  x={x(low) + 1}
                  width={Math.max(1, x(high) - x(low) - 2)}
                  y={y(runs)}
                  height={inner.height - y(runs)}
                  fill={toneInk[low >= threshold ? 'warn' : 'accent']}
                >
                  <title>
                    {formatScore(low)} to {formatScore(high)}: {formatCounted(runs, 'run')}
                  </title>
                </Bar>
              ))}
              <line
                x1={x(threshold)}
                x2={x(threshold)}
                y1={-4}
                y2={inner.height}
                stroke="var(--ink)"
                strokeDasharray="3 3"
              />
              <BottomAxis
                scale={x}
                top={inner.height}
                values={TICKS}
                format={(value: number) => value.toFixed(1)}
              />
            </Group>
          )
        }}
      </ChartFrame>
    </Panel>
  )
}

interface ScorePanelProps {
  scores: RiskOverview['scores']
  threshold: number
}
