/**
 * The checks port: commands that a person added go in, what they say about the working tree comes
 * out. A runner runs nothing that is not in the user's own config, never under another run of ours,
 * and never two at once in one working tree; what it can't run it says, and throws nothing.
 */
import type { CheckFailure, CheckRun } from './schema/check-run.js'
import type { Check } from './schema/check.js'

export interface CheckRequest {
  check: Check
  /** The root of the working tree. */
  worktree: string
  sessionId: string | null
  turn: number | null
  trigger: CheckRun['trigger']
  /** Whether it failed like this before the session; false when that is not known. */
  wasRedWith(failure: CheckFailure | null): boolean
  /** For the run and the second run of a red one together. */
  budgetMs: number
  /** How long to wait for another run in the same working tree. */
  patienceMs: number
  /** A new prompt or an abort ends the run. */
  signal: AbortSignal
  /**
   * Called with the process while it still waits to begin: who finds an orphan later knows it by this.
   * False when another process has ended the run meanwhile: then it does not begin.
   */
  onStarted(run: CheckRun): Promise<boolean>
}

export interface CheckRunner {
  /**
   * Runs a check, a red one twice. The tree's fingerprint is taken before and after. null: another
   * run has this working tree.
   */
  run(request: CheckRequest): Promise<CheckRun | null>
  /** Ends what is left of a run; false when that process is not the one that was started. */
  end(run: CheckRun): boolean
  /** The process that waits for this run still lives. */
  isAttended(run: CheckRun): boolean
  /** The content of a working tree, tracked and untracked; null where git can't tell. */
  fingerprint(worktree: string, timeoutMs?: number): Promise<string | null>
}

/** What a stop is lent of the user's checks. */
export interface OwnChecks {
  list: readonly Check[]
  runner: CheckRunner
  /** Those of the files, relative to the working tree, that were written since an instant or are gone. */
  changedSince(worktree: string, files: readonly string[], since: string): string[]
  /** Files whose changes git was told not to look for; null where git can't tell of its files. */
  hiddenFiles(worktree: string): Promise<string[] | null>
  /** The client would run it by itself: in no sandbox, and without asking a person. */
  isPermitted(check: Check, permissionMode: string | null): Promise<boolean>
}
