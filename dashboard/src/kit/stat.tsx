import type { ReactNode } from 'react'
import { Link } from '../router/link.js'
import { toneText } from './tone.js'
import type { Tone } from './tone.js'

/** Figures side by side; each has its unit, a line that says what it is measured against, and a way to its rows. */
export function Stats({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line max-lg:[&>*:last-child:nth-child(odd)]:col-span-2 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none">
      {children}
    </dl>
  )
}

export function Stat({ label, value, unit, note, tone, href }: StatProps) {
  const figure = (
    <span
      className={`text-2xl font-semibold tracking-tight ${tone === undefined ? 'text-ink' : toneText[tone]}`}
    >
      {value}
    </span>
  )
  return (
    <div
      className={`relative min-w-0 bg-raised px-4 py-3 ${href === undefined ? '' : 'focus-within:bg-accent-wash hover:bg-sunken'}`}
    >
      <dt className="label">{label}</dt>
      <dd className="mt-1">
        {href === undefined ? (
          figure
        ) : (
          <Link
            href={href}
            aria-label={`${label}: ${String(value)}`}
            className="underline decoration-line-strong decoration-1 underline-offset-4 after:absolute after:inset-0 hover:decoration-accent"
          >
            {figure}
          </Link>
        )}
        {unit !== undefined && <span className="ml-1.5 text-sm text-soft">{unit}</span>}
        {note !== undefined && <span className="block text-xs text-faint">{note}</span>}
      </dd>
    </div>
  )
}

interface StatProps {
  label: string
  value: ReactNode
  unit?: string
  note?: ReactNode
  tone?: Tone
  /** Where the rows behind the figure are. */
  href?: string
}
