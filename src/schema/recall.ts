import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

/** One item that was shown to a session, or held out from it, at one moment of recall. */
export const Recall = z.strictObject({
  id: Id,
  sessionId: Id,
  turn: z.nullable(Count),
  moment: z.enum(['failed_check', 'prompt', 'session_start', 'sent_back', 'compaction', 'asked']),
  item: z.strictObject({
    kind: z.enum(['lesson', 'memory', 'episode', 'skill', 'self_line']),
    id: Id,
  }),
  /** What made it relevant, strongest first. */
  because: z.enum(['check', 'test', 'file', 'error', 'words', 'code', 'always']),
  arm: z.enum(['shown', 'held_out']),
  /** Of the text that was shown; 0 when it was held out. */
  chars: Count,
  /** What a lesson said then: it says more after each session that meets it. Absent for what does not change. */
  text: z.optional(z.string()),
  /** The exposure that counts its effect; null for what is not measured. */
  exposureId: z.nullable(Id),
  at: Timestamp,
})
export type Recall = z.infer<typeof Recall>
