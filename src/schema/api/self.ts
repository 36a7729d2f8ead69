import * as z from 'zod/mini'
import { SelfLine } from '../self-line.js'

/** The self-model as it holds, and what it said 30 days ago where that was something else. */
export const SelfModel = z.strictObject({
  lines: z.array(SelfLine),
  changes: z.array(
    z.strictObject({
      id: z.string(),
      about: z.string(),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
    }),
  ),
})
export const SelfWord = z.strictObject({
  word: z.enum(['pin', 'correct', 'delete', 'undo']),
  /** The words in place of the line's, for `correct`. */
  text: z.optional(z.string().check(z.maxLength(200))),
})
export type SelfModel = z.infer<typeof SelfModel>
