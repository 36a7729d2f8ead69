import * as z from 'zod/mini'
import { Id, Timestamp } from './scalar.js'

/** What a turn left behind for later turns. */
export const MemoryEntry = z.strictObject({
  id: Id,
  owner: Id,
  ts: Timestamp,
  text: z.string().check(z.minLength(1)),
  tags: z.array(z.string()),
  kind: z.string().check(z.minLength(1)),
  /** A unit vector; deterministic, made without a model. */
  vec_full: z.optional(z.array(z.number())),
  /** Where the text came from. */
  provenance: z.nullable(z.string()),
})
export type MemoryEntry = z.infer<typeof MemoryEntry>
