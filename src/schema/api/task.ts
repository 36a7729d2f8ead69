import * as z from 'zod/mini'
import { Finding } from '../finding.js'
import { Outcome } from '../outcome.js'
import { Count, Id, Timestamp } from '../scalar.js'
import { Task } from '../task.js'
import { PageQuery, pageOf } from './page.js'

export const TaskQuery = z.strictObject({
  ...PageQuery.shape,
  status: z.optional(Task.shape.status),
})
export type TaskQuery = z.infer<typeof TaskQuery>

/** One run of a task, as a strip shows it. */
export const StripItem = z.strictObject({
  sessionId: Id,
  status: Outcome.shape.status,
  at: Timestamp,
  durationMs: Count,
  /** The error or the result, one line, bounded. */
  text: z.string(),
})
export type StripItem = z.infer<typeof StripItem>

export const TaskItem = z.strictObject({
  task: Task,
  nextRunAt: z.nullable(Timestamp),
  /** The last 20 runs, oldest first. */
  strip: z.array(StripItem),
  /** Runs in a row that ended alike, up to now; null before the first. */
  streak: z.nullable(z.strictObject({ kind: z.enum(['completed', 'failing']), runs: Count })),
  openFindings: Count,
})
export type TaskItem = z.infer<typeof TaskItem>

export const TaskPage = pageOf(TaskItem)
export type TaskPage = z.infer<typeof TaskPage>

export const TaskDetail = z.strictObject({
  ...TaskItem.shape,
  /** Newest first, at most 50. */
  outcomes: z.array(Outcome),
  findings: z.array(Finding),
})
export type TaskDetail = z.infer<typeof TaskDetail>

/** A new task. Its runner is the built-in one: whoever speaks HTTP names no command. */
export const NewTaskBody = z.strictObject({
  id: Id,
  /** What it is, for people. @default the prompt */
  content: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
  ai_prompt: z.string(),
  /** @default by hand only */
  schedule: z.optional(Task.shape.schedule),
  /** @default ten minutes */
  timeout_ms: z.optional(Task.shape.timeout_ms),
})

/** How a run of another scheduler ended; what is left out is not known. */
export const ReportBody = z.strictObject({
  /** The same id counts once. */
  session_id: Id,
  /** @default the one task whose prompt the objective is, or none */
  task_id: z.optional(z.nullable(Id)),
  status: Outcome.shape.status,
  objective: z.optional(z.string()),
  result: z.optional(z.string()),
  error: z.optional(z.nullable(z.string())),
  duration_ms: z.optional(Count),
  rounds: z.optional(Outcome.shape.rounds),
  tokens: z.optional(Outcome.shape.tokens),
  tools_used: z.optional(Outcome.shape.tools_used),
  skills_read: z.optional(Outcome.shape.skills_read),
  /** @default now */
  timestamp: z.optional(Timestamp),
})

/** `recorded` is false when the run is known already. */
export const ReportedOutcome = z.strictObject({
  recorded: z.boolean(),
  opened: z.array(Finding),
  resolved: z.array(Finding),
})

export const PauseBody = z.strictObject({
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
})

export const FindingQuery = z.strictObject({
  ...PageQuery.shape,
  state: z.optional(Finding.shape.state),
  /** A task, a skill or a sub-session. */
  subject: z.optional(Id),
})
export type FindingQuery = z.infer<typeof FindingQuery>

export const FindingPage = pageOf(Finding)
export type FindingPage = z.infer<typeof FindingPage>

/** `resolved` is false when it had been resolved before. */
export const ResolvedFinding = z.strictObject({ finding: Finding, resolved: z.boolean() })
export type ResolvedFinding = z.infer<typeof ResolvedFinding>
