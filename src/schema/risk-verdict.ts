import * as z from 'zod/mini'
import { Unit } from './scalar.js'
import { Surface } from './surface.js'

/** What the risk floor says of a change. A floor, never a permission. */
export const RiskVerdict = z.strictObject({
  needs_review: z.boolean(),
  score: Unit,
  surface: Surface,
  reason: z.string(),
})
export type RiskVerdict = z.infer<typeof RiskVerdict>
