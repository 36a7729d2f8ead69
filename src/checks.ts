/**
 * The checks port: commands that a person added go in, what they say about the working tree comes
 * out. A runner runs nothing that is not in the user's own config, never under another run of ours,
 * and never two at once in one working tree; what it can't run it says, and throws nothing.
 */
import type { CheckResult, CheckRun } from './schema/check-run.js'
import type { Check } from './schema/check.js'

export interface CheckRequest {
  check: Check
  /** The root of the working tree. */
  worktree: string
  sessionId: string | null
  turn: number | null
  trigger: CheckRun['trigger']
  /** Whether it was red before the session; null when nobody knows. */
  wasRed: boolean | null
  /** For the run and the second run of a red one together. */
  budgetMs: number
  /** A new prompt or an abort ends the run. */
  signal: AbortSignal
  /** Called with the process before it is waited for: who finds an orphan later knows it by this. */
  onStarted(run: CheckRun): Promise<void>
}

export interface CheckRunner {
  /** Runs a check, a red one twice. The tree's fingerprint is taken before and after. */
  run(request: CheckRequest): Promise<CheckRun>
  /** Ends what a killed process left running; false when that process is not the one we started. */
  endOrphan(run: CheckRun): Promise<boolean>
  /** What is known of this tree without running anything; null when it has to be run. */
  knownResult(check: Check, tree: string): Promise<CheckResult | null>
}
