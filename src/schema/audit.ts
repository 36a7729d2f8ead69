import * as z from 'zod/mini'
import { PointKind } from './point-kind.js'
import { Count } from './scalar.js'
import { UsageRow } from './token-usage.js'

/** What a first look says of one session's file. Texts are bounded and redacted. */
export const AuditScan = z.strictObject({
  sessionId: z.nullable(z.string()),
  /** The folder that it began in. */
  cwd: z.nullable(z.string()),
  model: z.nullable(z.string()),
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  turns: Count,
  calls: Count,
  failedCalls: Count,
  /** The first words of the first human message. */
  asked: z.nullable(z.string()),
  /** Everything in it is a subagent's: its tokens count, it is no session of a person's. */
  isSubagent: z.boolean(),
  usage: z.array(UsageRow),
  /** Why less was read than stands there. */
  degraded: z.array(z.string()),
})
export type AuditScan = z.infer<typeof AuditScan>

/** One stop as the account sees it without a tree. */
export const AuditStop = z.strictObject({
  at: z.nullable(z.string()),
  turn: Count,
  kind: PointKind,
  severity: z.string(),
  asked: z.string(),
  /** What the agent said, and the fact that stands against it. */
  said: z.string(),
  fact: z.string(),
  quote: z.nullable(z.string()),
})
export type AuditStop = z.infer<typeof AuditStop>

/** How a session ended, as far as its transcript alone tells it. */
export const AuditEnd = z.enum([
  'proven',
  'unproven',
  'open',
  'waiting',
  'aborted',
  'errored',
  /** It breaks off while something runs. */
  'cut',
  /** Its client writes no times, so that its last stop was not judged. */
  'undated',
  'silent',
])
export type AuditEnd = z.infer<typeof AuditEnd>

export const AuditLoop = z.strictObject({
  at: z.nullable(z.string()),
  what: z.string(),
  result: z.string(),
  times: Count,
  /** What was used while it went round. */
  usage: z.array(UsageRow),
})
export type AuditLoop = z.infer<typeof AuditLoop>

/** A check that went red in a session. */
export const AuditRed = z.strictObject({
  /** The same failure has the same key in every session. */
  key: z.string(),
  check: z.string(),
  tests: z.array(z.string()),
  error: z.nullable(z.string()),
  attempts: Count,
  state: z.enum(['open', 'resolved', 'abandoned']),
  at: z.nullable(z.string()),
  /** Files or commands that made it green, or that it was only run again; null while it is red. */
  green: z.nullable(z.string()),
})
export type AuditRed = z.infer<typeof AuditRed>

export const AuditWeakened = z.strictObject({
  at: z.nullable(z.string()),
  file: z.string(),
  what: z.string(),
  detail: z.string(),
})
export type AuditWeakened = z.infer<typeof AuditWeakened>

/** What the account says of one session. */
export const AuditAccount = z.strictObject({
  /** Stops that were judged. */
  stops: Count,
  end: AuditEnd,
  /** What would prove it, or what is open, or asked. */
  why: z.string(),
  /** Stops that would have been sent back, the latest ones. */
  open: z.array(AuditStop),
  loops: z.array(AuditLoop),
  red: z.array(AuditRed),
  weakened: z.array(AuditWeakened),
})
export type AuditAccount = z.infer<typeof AuditAccount>
