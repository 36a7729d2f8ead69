import * as z from 'zod/mini'
import { Unit } from './scalar.js'
import { Surface } from './surface.js'

/** The single most likely way in which the work is wrong, in the agent's own words. */
const MostLikelyWrong = z.strictObject({
  surface: Surface,
  description: z.string().check(z.minLength(1), z.maxLength(2000)),
})

/** What the agent hands in about its own work. Every field may be missing; none is trusted. */
export const SelfReport = z.strictObject({
  confidence: z.nullable(Unit),
  most_likely_wrong: z.nullable(MostLikelyWrong),
  known_not_in_diff: z.nullable(z.string().check(z.maxLength(4000))),
})
export type SelfReport = z.infer<typeof SelfReport>
