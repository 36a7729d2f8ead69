import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

export const Severity = z.enum(['NONE', 'LOW', 'MEDIUM', 'HIGH', 'BLOCKER'])
export type Severity = z.infer<typeof Severity>

/** The answer on the whole: is it done? */
export const Verdict = z.strictObject({
  id: Id,
  session_id: Id,
  /** The human turn that was judged. */
  turn: Count,
  timestamp: Timestamp,
  /** null when the judge abstained. */
  complete: z.nullable(z.boolean()),
  abstained: z.boolean(),
  severity: Severity,
  feedback: z.string(),
  missing: z.array(z.string()),
  next_actions: z.array(z.string()),
  requires_human_action: z.boolean(),
  /** Gates that were red, by id. */
  gates: z.array(z.string()),
  /** Who judged: `rules`, or the model's name. */
  judge: z.string(),
  degraded: z.boolean(),
})
export type Verdict = z.infer<typeof Verdict>

/** It is a person's turn: to do something, or to decide. */
export const isForPerson = ({
  complete,
  severity,
  missing,
  next_actions: actions,
  requires_human_action: isNeeded,
}: Verdict): boolean =>
  complete !== true &&
  severity !== 'BLOCKER' &&
  (isNeeded || (complete === false && severity === 'NONE' && missing.length + actions.length === 0))
