import { Link } from '../router/link.js'
import { formatCount, formatShare } from '../kit/format.js'
import { toneInk } from '../kit/tone.js'
import type { Tone } from '../kit/tone.js'

export interface SharePart {
  label: string
  value: number
  tone: Tone
  /** Where the rows behind the figure are. */
  href?: string
}

/** Parts of a whole as one bar, with a legend that has the figures. */
export function ShareBar({ parts }: { parts: readonly SharePart[] }) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  const shown = parts.filter(({ value }) => value > 0)
  return (
    <div>
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-[3px] bg-sunken">
        {shown.map(({ label, value, tone }) => (
          <span
            key={label}
            title={`${label}: ${formatCount(value)}`}
            style={{ width: `${(value / whole) * 100}%`, background: toneInk[tone] }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {shown.map(({ label, value, tone, href }) => (
          <li key={label} className="flex items-baseline gap-1.5">
            <span
              aria-hidden="true"
              className="size-2 rounded-[2px]"
              style={{ background: toneInk[tone] }}
            />
            {href === undefined ? (
              <span>{label}</span>
            ) : (
              <Link
                href={href}
                className="underline decoration-line-strong underline-offset-2 hover:decoration-accent"
              >
                {label}
              </Link>
            )}
            <span className="measured text-faint">
              {formatCount(value)} · {formatShare(value / whole)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
