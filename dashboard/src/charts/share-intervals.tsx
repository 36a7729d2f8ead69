import { formatCount, formatShare } from '../kit/format.js'
import { toneInk } from '../kit/tone.js'
import type { Tone } from '../kit/tone.js'

interface ShareRow {
  label: string
  /** What the row counts, below its name. */
  note?: string
  hits: number
  n: number
  share: number | null
  interval: { low: number; high: number } | null
  tone?: Tone
  /** A share that decides something, drawn across the bar. */
  line?: number
}

/** Shares of one whole as bars, each with its 95 % interval. It is a table, so the figures are read too. */
export function ShareIntervals({ title, rows, note }: ShareIntervalsProps) {
  const top = scaleEnd(rows)
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">What</th>
          <th scope="col">Share with 95 % interval</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label} className="border-t border-line first:border-t-0">
            <th scope="row" className="w-2/5 py-2 pr-4 text-left align-top font-normal">
              {row.label}
              {row.note !== undefined && (
                <span className="block text-xs text-faint">{row.note}</span>
              )}
            </th>
            <td className="py-2 align-top">
              <Track row={row} top={top} />
              <span className="measured text-soft">{describe(row)}</span>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <td className="text-xs text-faint">
            a full bar is {formatShare(top, 0)}
            {note !== undefined && `; ${note}`}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function Track({ row, top }: { row: ShareRow; top: number }) {
  const { line } = row
  const ink = toneInk[row.tone ?? 'accent']
  const at = (value: number): string => `${(Math.min(value, top) / top) * 100}%`
  return (
    <svg aria-hidden="true" width="100%" height="14" className="mb-0.5 block overflow-visible">
      <rect width="100%" height="14" fill="var(--sunken)" />
      {row.share !== null && <rect width={at(row.share)} height="14" fill={ink} opacity="0.45" />}
      {row.interval !== null && (
        <>
          <line
            x1={at(row.interval.low)}
            x2={at(row.interval.high)}
            y1="7"
            y2="7"
            stroke={ink}
            strokeWidth="2"
          />
          {[row.interval.low, row.interval.high].map((end) => (
            <line key={end} x1={at(end)} x2={at(end)} y1="3" y2="11" stroke={ink} strokeWidth="2" />
          ))}
        </>
      )}
      {line !== undefined && (
        <line
          x1={at(line)}
          x2={at(line)}
          y1="-2"
          y2="16"
          stroke="var(--ink)"
          strokeDasharray="2 2"
        />
      )}
    </svg>
  )
}

const describe = ({ hits, n, share, interval }: ShareRow): string =>
  share === null
    ? 'nothing to count'
    : `${formatCount(hits)} of ${formatCount(n)} · ${formatShare(share)}${interval === null ? '' : ` (${(interval.low * 100).toFixed(1)} to ${formatShare(interval.high)})`}`

/** The next quarter above everything that is drawn. */
function scaleEnd(rows: readonly ShareRow[]): number {
  const largest = Math.max(0, ...rows.map(({ interval, share }) => interval?.high ?? share ?? 0))
  return Math.min(1, Math.max(0.25, Math.ceil(largest * 4) / 4))
}

interface ShareIntervalsProps {
  title: string
  rows: readonly ShareRow[]
  /** What the dashed line is. */
  note?: string
}
