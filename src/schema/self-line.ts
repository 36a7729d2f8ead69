import * as z from 'zod/mini'
import { Interval } from './interval.js'
import { Count, Id, Timestamp } from './scalar.js'

/** One measured line of the self-model: what an agent, in this project, is. */
export const SelfLine = z.strictObject({
  id: Id,
  /** What it is about, e.g. `done-right` or `check:npm test`; each has one current line. */
  about: Id,
  /** Of which agent, way of working and model; null means all of them. */
  agent: z.nullable(z.string()),
  interactive: z.nullable(z.boolean()),
  model: z.nullable(z.string()),
  statement: z.string().check(z.minLength(1)),
  /** How many outcomes it rests on. */
  n: Count,
  /** The number in the statement with its interval; null for what is not a number. */
  measure: z.nullable(Interval),
  /** The first day that is counted. */
  since: Timestamp,
  /** Ids of the rows behind it, newest first, bounded. */
  evidence: z.array(Id),
  /**
   * `corrected` and `deleted` are a person's word: no rebuild changes them. `received` came from the
   * team; `contradicted` did too, and our own cases say something else.
   */
  state: z.enum(['current', 'replaced', 'corrected', 'deleted', 'received', 'contradicted']),
  pinned: z.boolean(),
  /** What a person wrote in its place. */
  correction: z.nullable(z.string()),
  madeAt: Timestamp,
})
export type SelfLine = z.infer<typeof SelfLine>
