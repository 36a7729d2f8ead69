import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

/** What one run of a check says. Only `new_failure` is the session's own doing. */
export const CheckResult = z.enum(['passed', 'new_failure', 'preexisting', 'flaky', 'unrunnable'])
export type CheckResult = z.infer<typeof CheckResult>

/** One run of a check by us. It is recorded when it starts, so that a later hook can end an orphan. */
export const CheckRun = z.strictObject({
  id: Id,
  checkId: Id,
  /** The session whose stop it was run for; null when a person ran it. */
  sessionId: z.nullable(Id),
  turn: z.nullable(Count),
  /** The working tree in which it ran: one run at a time in each. */
  worktree: z.string(),
  trigger: z.enum(['stop', 'background', 'command']),
  /** `discarded`: the tree changed meanwhile, so the result says nothing. */
  state: z.enum(['running', 'finished', 'cancelled', 'discarded', 'lost']),
  /** null until it has finished. */
  result: z.nullable(CheckResult),
  /** Fingerprints of the tracked and untracked content. */
  treeBefore: z.string(),
  treeAfter: z.nullable(z.string()),
  pid: z.nullable(Count),
  /** When the system started that process: a pid alone may be another's by now. */
  processStartedAt: z.nullable(z.string()),
  exitCode: z.nullable(z.int()),
  /** How often it was run; a red one is run once more. */
  tries: Count,
  /** What failed, as the runner named it. */
  failure: z.nullable(
    z.strictObject({ test: z.nullable(z.string()), error: z.nullable(z.string()) }),
  ),
  /** The end of its output, bounded. */
  output: z.string(),
  startedAt: Timestamp,
  endedAt: z.nullable(Timestamp),
})
export type CheckRun = z.infer<typeof CheckRun>
