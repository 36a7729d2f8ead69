import { useEffect } from 'react'
import type { ReactNode } from 'react'

/** The frame of every page: its name, one line on what it answers, and what can be done. */
export function Page({ title, tab = title, lead, above, actions, children }: PageFrame) {
  useEffect(() => {
    document.title = `${tab} · Reflectory`
  }, [tab])
  return (
    <div className="mx-auto w-full max-w-[1240px] px-4 pt-4 pb-16 sm:px-7 sm:pt-5">
      <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {above}
          <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
            {title}
          </h1>
          {lead !== undefined && <div className="mt-0.5 text-soft">{lead}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface PageFrame {
  title: string
  /** What the browser's tab and history call it. @default the title */
  tab?: string
  lead?: ReactNode
  /** Above the title, for a way back. */
  above?: ReactNode
  actions?: ReactNode
  children: ReactNode
}
