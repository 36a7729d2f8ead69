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
export type SelfModel = z.infer<typeof SelfModel>
