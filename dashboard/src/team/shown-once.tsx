import type { ReactNode } from 'react'
import { CommandLine } from '../kit/command-line.js'

/** A command with a secret. It is shown here and nowhere else: the server keeps a digest of it. */
export function ShownOnce({ command, children }: { command: string; children: ReactNode }) {
  return (
    <div role="status" className="mt-4 min-w-0">
      <p className="mb-1 text-soft">Shown this once. {children}</p>
      <CommandLine command={command} />
    </div>
  )
}
