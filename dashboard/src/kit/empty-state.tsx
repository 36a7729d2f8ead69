import type { ReactNode } from 'react'
import { CommandLine } from './command-line.js'

/** Nothing is there yet: why, and what to run so that there will be. */
export function EmptyState({ title, command, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      <p className="said text-lg text-ink">{title}</p>
      {children !== undefined && <p className="max-w-[56ch] text-soft">{children}</p>}
      {command !== undefined && (
        <p className="mt-1 max-w-full">
          <CommandLine command={command} />
        </p>
      )}
    </div>
  )
}

interface EmptyStateProps {
  title: string
  command?: string
  children?: ReactNode
}
