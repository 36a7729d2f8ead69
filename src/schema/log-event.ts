import * as z from 'zod/mini'
import { Id, Timestamp } from './scalar.js'

/** One line of the append-only log. Its id is the commit order. */
export const LogEvent = z.strictObject({
  id: z.int().check(z.gte(1)),
  at: Timestamp,
  /** `agent.*` what a client told us, `guard.*` what we decided, `record.*` what was written. */
  kind: z.string().check(z.minLength(1)),
  sessionId: z.nullable(Id),
  /** Unique where set: the same delivery is logged once. */
  key: z.nullable(z.string()),
  body: z.unknown(),
})
export type LogEvent = z.infer<typeof LogEvent>

/** A log line before it has its place in the order. */
export const NewLogEvent = z.omit(LogEvent, { id: true })
export type NewLogEvent = z.infer<typeof NewLogEvent>
