import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

/** Something that is to reach a team's server, once. Its id is the key by which it is known there. */
export const OutboxRow = z.strictObject({
  id: Id,
  /** The table that the row is of: a kind of record, `event` or `session`. */
  kind: Id,
  recordId: Id,
  /** `forget` asks the server to delete what it got before. */
  operation: z.enum(['put', 'forget']),
  /** `refused`: the server will not take it; it is not tried again. */
  state: z.enum(['waiting', 'sent', 'refused']),
  attempts: Count,
  nextAttemptAt: z.nullable(Timestamp),
  lastError: z.nullable(z.string()),
  createdAt: Timestamp,
  sentAt: z.nullable(Timestamp),
})
export type OutboxRow = z.infer<typeof OutboxRow>
