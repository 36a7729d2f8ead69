import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

/** What one run of a check says. Only `new_failure` is the session's own doing. */
const CheckResult = z.enum(['passed', 'new_failure', 'preexisting', 'flaky', 'unrunnable'])
export type CheckResult = z.infer<typeof CheckResult>

/** What failed, as the runner of the tests or the compiler named it. */
export const CheckFailure = z.strictObject({
  /** Names of failing tests, at most five; a new one first. */
  tests: z.array(z.string()),
  /** The first error, one line. */
  error: z.nullable(z.string()),
  /** What was expected, what came instead and where, one line; absent where the output has none of it. */
  detail: z.optional(z.string()),
})
export type CheckFailure = z.infer<typeof CheckFailure>

/** One run of a check by us. It is recorded when it starts, so that a later hook can end an orphan. */
export const CheckRun = z.strictObject({
  id: Id,
  checkId: Id,
  /** The check as it was when it ran: what is shown when it is long gone. */
  name: Id,
  /** One line. */
  command: z.string(),
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
  /** Fingerprints of the tracked and untracked content; empty where git can't tell. */
  treeBefore: z.string(),
  treeAfter: z.nullable(z.string()),
  pid: z.nullable(Count),
  /** When the system started that process: a pid alone may be another's by now. */
  processStartedAt: z.nullable(z.string()),
  /** Our own process that waits for it: when that is gone, the check is an orphan. */
  runner: z.strictObject({ pid: Count, startedAt: z.nullable(z.string()) }),
  exitCode: z.nullable(z.int()),
  /** How often it was run; a red one is run once more. */
  tries: Count,
  /** How long one run of it took, the longest; null when none came to its end. */
  durationMs: z.nullable(Count),
  failure: z.nullable(CheckFailure),
  /** The end of its output, bounded. */
  output: z.string(),
  startedAt: Timestamp,
  endedAt: z.nullable(Timestamp),
})
export type CheckRun = z.infer<typeof CheckRun>
