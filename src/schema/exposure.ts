import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

/** A lesson was shown, or held out as control, for one attempt; and how that attempt ended. */
export const Exposure = z.strictObject({
  id: Id,
  lessonId: Id,
  sessionId: Id,
  taskId: Id,
  /** The human turn whose end closes it; null outside of a client's session. */
  turn: z.nullable(Count),
  arm: z.enum(['shown', 'held_out']),
  outcome: z.enum(['open', 'success', 'failure', 'unknown']),
  openedAt: Timestamp,
  closedAt: z.nullable(Timestamp),
})
export type Exposure = z.infer<typeof Exposure>
