import { useId } from 'react'
import type { ReactNode } from 'react'

/** A part of a page with a heading of its own. `flush` lets a table or list reach the edges. */
export function Panel({ title, note, aside, flush = false, className = '', children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-md border border-line bg-raised ${className}`}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
        <h2 id={id} className="font-semibold">
          {title}
          {note !== undefined && <span className="ml-2 font-normal text-faint">{note}</span>}
        </h2>
        {aside !== undefined && <div className="text-sm text-soft">{aside}</div>}
      </header>
      <div className={flush ? '' : 'p-4'}>{children}</div>
    </section>
  )
}

interface PanelProps {
  title: string
  note?: ReactNode
  aside?: ReactNode
  flush?: boolean
  className?: string
  children: ReactNode
}
