import { Group } from '@visx/group'
import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { formatShare } from '../kit/format.js'
import { toneInk } from '../kit/tone.js'
import type { Tone } from '../kit/tone.js'
import { BottomAxis, MARGIN, ValueAxis } from './axes.js'
import { ChartFrame } from './chart-frame.js'

interface CurvePoint {
  x: number
  y: number
  title?: string
  /** A 95 % interval of y, drawn as a whisker. */
  low?: number
  high?: number
  /** Radius of the dot. */
  size?: number
}

/**
 * One share against another, both from 0 to 1: ROC, reliability, risk–coverage, gating. `diagonal`
 * is what chance (or perfect calibration) would give; `marks` are points that deserve a dot.
 */
export function CurveChart(props: CurveChartProps) {
  const { title, description, line = [], marks = [], height = 280 } = props
  const [xName, yName] = [props.xLabel, props.yLabel]
  return (
    <ChartFrame
      title={title}
      description={description}
      height={height}
      isTitleShown={props.isTitleShown ?? false}
      table={{
        columns: [xName, yName],
        rows: (line.length > 0 ? line : marks).map(({ x, y }) => [formatShare(x), formatShare(y)]),
      }}
    >
      {(width) => {
        const bottom = MARGIN.bottom + 16
        const top = MARGIN.top + 14
        const inner = {
          width: width - MARGIN.left - MARGIN.right,
          height: height - top - bottom,
        }
        const x = scaleLinear({ domain: [0, 1], range: [0, inner.width] })
        const y = scaleLinear({ domain: [0, props.maxY ?? 1], range: [inner.height, 0] })
        const ink = toneInk[props.tone ?? 'accent']
        return (
          <Group left={MARGIN.left} top={top}>
            <ValueAxis scale={y} width={inner.width} format={percent} />
            {props.diagonal === true && (
              <line
                x1={x(0)}
                y1={y(0)}
                x2={x(1)}
                y2={y(1)}
                stroke="var(--line-strong)"
                strokeDasharray="3 4"
              />
            )}
            {line.length > 0 && (
              <LinePath
                data={[...line]}
                x={(point) => x(point.x)}
                y={(point) => y(point.y)}
                stroke={ink}
                strokeWidth={1.75}
              />
            )}
            {marks.map((mark) => (
              <Group key={`${mark.x} ${mark.y}`} left={x(mark.x)}>
                {mark.low !== undefined && mark.high !== undefined && (
                  <line y1={y(mark.low)} y2={y(mark.high)} stroke={ink} strokeWidth={1.25} />
                )}
                <circle cy={y(mark.y)} r={mark.size ?? 4} fill={ink} stroke="var(--raised)" />
                {mark.title !== undefined && <title>{mark.title}</title>}
              </Group>
            ))}
            <text x={-MARGIN.left + 4} y={-14} fontSize={11} fill="var(--faint)">
              {yName}
            </text>
            <BottomAxis
              scale={x}
              top={inner.height}
              values={[0, 0.25, 0.5, 0.75, 1]}
              format={percent}
              label={xName}
            />
          </Group>
        )
      }}
    </ChartFrame>
  )
}

const percent = (value: number): string => `${Math.round(value * 100)} %`

interface CurveChartProps {
  title: string
  description: string
  xLabel: string
  yLabel: string
  line?: readonly CurvePoint[]
  marks?: readonly CurvePoint[]
  diagonal?: boolean
  maxY?: number
  height?: number
  tone?: Tone
  isTitleShown?: boolean
}
