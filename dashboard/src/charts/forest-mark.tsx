import { scaleLinear } from '@visx/scale'
import { toneInk } from '../kit/tone.js'
import type { Tone } from '../kit/tone.js'

/**
 * One row of a forest plot: an estimate with its interval around a line at zero. Rows with the same
 * `reach` line up below each other; what lies outside ends in an arrow.
 */
export function ForestMark({ value, low, high, reach, label, tone, width = 140 }: ForestMarkProps) {
  const x = scaleLinear({ domain: [-reach, reach], range: [4, width - 4], clamp: true })
  const ink = toneInk[tone ?? toneOf(low, high)]
  const y = 10
  return (
    <svg role="img" aria-label={label} width={width} height={20} className="block">
      <title>{label}</title>
      <line x1={x(0)} x2={x(0)} y1={1} y2={19} stroke="var(--line-strong)" />
      <line x1={x(low)} x2={x(high)} y1={y} y2={y} stroke={ink} strokeWidth={1.5} />
      <End
        at={x(low)}
        isOutside={low < -reach}
        points={`${x(low)},${y} ${x(low) + 5},6 ${x(low) + 5},14`}
        ink={ink}
      />
      <End
        at={x(high)}
        isOutside={high > reach}
        points={`${x(high)},${y} ${x(high) - 5},6 ${x(high) - 5},14`}
        ink={ink}
      />
      <rect x={x(value) - 3} y={y - 3} width={6} height={6} fill={ink} />
    </svg>
  )
}

function End({
  at,
  isOutside,
  points,
  ink,
}: {
  at: number
  isOutside: boolean
  points: string
  ink: string
}) {
  if (isOutside) return <polygon points={points} fill={ink} />
  return <line x1={at} x2={at} y1={7} y2={13} stroke={ink} strokeWidth={1.5} />
}

/** Clear of zero is an effect; else it is not known. */
const toneOf = (low: number, high: number): Tone => (low > 0 ? 'good' : high < 0 ? 'bad' : 'plain')

interface ForestMarkProps {
  value: number
  low: number
  high: number
  /** The largest effect that is drawn, to both sides. */
  reach: number
  /** The figures in words. */
  label: string
  tone?: Tone
  width?: number
}
