import type { ReactNode } from 'react'
import { toneText } from './tone.js'
import type { Tone } from './tone.js'

/** Figures side by side; each has its unit and a line that says what it is measured against. */
export function Stats({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none">
      {children}
    </dl>
  )
}

export function Stat({ label, value, unit, note, tone }: StatProps) {
  return (
    <div className="min-w-0 bg-raised px-4 py-3">
      <dt className="label">{label}</dt>
      <dd className="mt-1">
        <span
          className={`text-2xl font-semibold tracking-tight ${tone === undefined ? 'text-ink' : toneText[tone]}`}
        >
          {value}
        </span>
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
}
