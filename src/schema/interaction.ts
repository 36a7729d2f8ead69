import * as z from 'zod/mini'
import { Id, Timestamp } from './scalar.js'

/** One noteworthy thing that happened, for people to read. */
export const Interaction = z.strictObject({
  id: Id,
  action: z.string().check(z.minLength(1)),
  session: z.string(),
  input: z.string(),
  output: z.string(),
  timestamp: Timestamp,
})
export type Interaction = z.infer<typeof Interaction>
