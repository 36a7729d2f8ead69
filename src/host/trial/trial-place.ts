import type { HostDeps } from '../host-deps.js'

/** Where a trial works. */
export interface TrialPlace extends HostDeps {
  /** The project whose past is replayed. */
  root: string
  /** A folder of ours, outside of the project, in which clones are made. */
  workDir: string
  env: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
}
