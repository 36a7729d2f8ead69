import { toneInk } from '../kit/tone.js'
import type { Tone } from '../kit/tone.js'

interface StripCell {
  id: string
  tone: Tone
  /** What happened, on hover. */
  title: string
  /** A share of the full height. @default 1 */
  height?: number
}

/** What came one after the other, oldest first, one mark each. */
export function OutcomeStrip({ label, cells, height = 18 }: OutcomeStripProps) {
  const step = 7
  return (
    <svg
      role="img"
      aria-label={label}
      width={Math.max(step, cells.length * step)}
      height={height}
      className="block"
    >
      {cells.map((cell, at) => {
        const tall = Math.max(2, (cell.height ?? 1) * height)
        return (
          <rect
            key={cell.id}
            x={at * step}
            y={height - tall}
            width={5}
            height={tall}
            rx={1}
            fill={toneInk[cell.tone]}
            opacity={cell.tone === 'good' ? 0.55 : 1}
          >
            <title>{cell.title}</title>
          </rect>
        )
      })}
    </svg>
  )
}

interface OutcomeStripProps {
  /** The figures in words, such as "17 of 20 runs completed". */
  label: string
  cells: readonly StripCell[]
  height?: number
}
