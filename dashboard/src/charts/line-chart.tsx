import { Group } from '@visx/group'
import { scaleLinear, scalePoint } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import { toneInk } from '../kit/tone.js'
import type { Tone } from '../kit/tone.js'
import { BottomAxis, MARGIN, ValueAxis } from './axes.js'
import { ChartFrame } from './chart-frame.js'

export interface LinePoint {
  x: string
  /** null leaves a gap: a day that says nothing is not a zero. */
  y: number | null
  /** How much the point rests on, drawn as a bar behind the line. */
  weight?: number
  /** What the point is in words, on hover. */
  title: string
}

/** A value over time, with how much each point rests on behind it. */
export function LineChart(props: LineChartProps) {
  const { title, description, points, formatX, formatY, height = 200, maxY } = props
  return (
    <ChartFrame
      title={title}
      description={description}
      height={height}
      table={{
        columns: props.columns,
        rows: points.map(({ x, y, weight }) => [x, y === null ? '–' : formatY(y), weight ?? '–']),
      }}
    >
      {(width) => {
        const inner = {
          width: width - MARGIN.left - MARGIN.right,
          height: height - MARGIN.top - MARGIN.bottom,
        }
        const xs = points.map(({ x }) => x)
        const x = scalePoint({ domain: xs, range: [0, inner.width], padding: 0.5 })
        const y = scaleLinear({ domain: [0, maxY], range: [inner.height, 0], nice: true })
        const heaviest = Math.max(1, ...points.map(({ weight }) => weight ?? 0))
        const step = inner.width / Math.max(1, points.length)
        const ink = toneInk[props.tone ?? 'accent']
        return (
          <Group left={MARGIN.left} top={MARGIN.top}>
            {points.map(({ x: at, weight = 0 }) => {
              const tall = (weight / heaviest) * inner.height
              return (
                <Bar
                  key={at}
                  x={x(at)! - step * 0.3}
                  y={inner.height - tall}
                  width={Math.max(1, step * 0.6)}
                  height={tall}
                  fill="var(--sunken)"
                />
              )
            })}
            <ValueAxis scale={y} width={inner.width} format={formatY} />
            {runsOf(points).map((run) => (
              <LinePath
                key={run[0]!.x}
                data={run}
                x={(point) => x(point.x)!}
                y={(point) => y(point.y!)}
                stroke={ink}
                strokeWidth={1.75}
                strokeLinejoin="round"
              />
            ))}
            {points.map((point) => (
              <Group key={point.x} left={x(point.x)!}>
                {point.y !== null && <circle cy={y(point.y)} r={2.25} fill={ink} />}
                <Bar x={-step / 2} width={step} height={inner.height} fill="transparent">
                  <title>{point.title}</title>
                </Bar>
              </Group>
            ))}
            <BottomAxis
              scale={x}
              top={inner.height}
              values={spread(xs, inner.width)}
              format={formatX}
            />
          </Group>
        )
      }}
    </ChartFrame>
  )
}

/** Stretches without a gap. */
function runsOf(points: readonly LinePoint[]): LinePoint[][] {
  const runs: LinePoint[][] = [[]]
  for (const point of points) {
    if (point.y === null) runs.push([])
    else runs.at(-1)!.push(point)
  }
  return runs.filter((run) => run.length > 0)
}

/** As many ticks as have room, the last one always among them. */
function spread(xs: readonly string[], width: number): string[] {
  const every = Math.max(1, Math.ceil(xs.length / Math.max(1, Math.floor(width / 72))))
  return xs.filter((_, at) => (xs.length - 1 - at) % every === 0)
}

interface LineChartProps {
  title: string
  description: string
  points: readonly LinePoint[]
  /** Names of x, y and weight, for the table. */
  columns: readonly [string, string, string]
  maxY: number
  height?: number
  tone?: Tone
  formatX(x: string): string
  formatY(y: number): string
}
