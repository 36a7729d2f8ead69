import { rmSync, writeFileSync } from 'node:fs'
import { hangingGit } from './hanging-git.js'
import type { OpenedClient } from './open-client.js'

/** A way in which our program fails; no client may suffer from any of them. */
export interface Ruin {
  how: string
  /** Breaks the installed program, or gives the variables with which it breaks. */
  ruin(opened: OpenedClient): NodeJS.ProcessEnv | void
  /** Our process comes to its end by itself, and not by the client's patience. */
  ends: boolean
}

export const RUINS: readonly Ruin[] = [
  {
    how: 'crashes',
    ruin: ({ hookFile }) => writeFileSync(hookFile(), 'throw new Error("broken on purpose")\n'),
    ends: true,
  },
  {
    how: 'is killed',
    ruin: ({ hookFile }) => writeFileSync(hookFile(), 'process.kill(process.pid, "SIGKILL")\n'),
    ends: false,
  },
  { how: 'is gone', ruin: ({ hookFile }) => rmSync(hookFile()), ends: true },
  { how: 'hangs', ruin: hangingGit, ends: true },
]
