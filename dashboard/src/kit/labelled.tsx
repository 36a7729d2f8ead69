import { useId } from 'react'
import type { ReactNode } from 'react'

export const FIELD =
  'h-8 max-w-full min-w-0 rounded border border-line-strong bg-raised px-2 text-sm text-ink placeholder:text-faint'

/** A field below its name. */
export function Labelled({ label, className = '', children }: LabelledProps) {
  const id = useId()
  return (
    <span className={`flex min-w-0 flex-col ${className}`}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      {children(id)}
    </span>
  )
}

interface LabelledProps {
  label: string
  className?: string
  children(id: string): ReactNode
}
