import { Link } from '../router/link.js'
import { formatCount } from '../kit/format.js'
import { toneInk } from '../kit/tone.js'
import type { Tone } from '../kit/tone.js'

interface BarRow {
  label: string
  value: number
  /** Drawn inside the bar, from its left end: a part of the value. */
  part?: number
  tone?: Tone
  /** What stands at the end of the bar; the value itself unless given. */
  shown?: string
  /** Where the rows behind the figure are. */
  href?: string
}

/** Named amounts as bars. It is a table: its figures are readable without the bars. */
export function BarChart({ title, columns, rows, max }: BarChartProps) {
  const longest = max ?? Math.max(1, ...rows.map(({ value }) => value))
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{title}</caption>
      <thead className="sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th
              scope="row"
              className="w-px py-1 pr-3 text-left font-normal whitespace-nowrap text-soft"
            >
              {row.href === undefined ? (
                row.label
              ) : (
                <Link
                  href={row.href}
                  className="underline decoration-line-strong underline-offset-2 hover:decoration-accent"
                >
                  {row.label}
                </Link>
              )}
            </th>
            <td className="py-1">
              <span className="flex items-center gap-2">
                <span className="relative h-3.5 flex-1" aria-hidden="true">
                  <Stripe
                    share={row.value / longest}
                    tone={row.tone ?? 'accent'}
                    isFaint={row.part !== undefined}
                  />
                  {row.part !== undefined && (
                    <Stripe share={row.part / longest} tone={row.tone ?? 'accent'} />
                  )}
                </span>
                <span className="measured min-w-10 text-right">
                  {row.shown ?? formatCount(row.value)}
                </span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Stripe({
  share,
  tone,
  isFaint = false,
}: {
  share: number
  tone: Tone
  isFaint?: boolean
}) {
  return (
    <span
      className={`absolute inset-y-0 left-0 min-w-px rounded-r-[2px] ${isFaint ? 'opacity-30' : ''}`}
      style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%`, background: toneInk[tone] }}
    />
  )
}

interface BarChartProps {
  title: string
  columns: readonly [string, string]
  rows: readonly BarRow[]
  /** The value of a full bar. @default the longest */
  max?: number
}
