import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

/** What of a session a text is: what was asked, said at the end, run, changed, or stood open at a stop. */
export const HitKind = z.enum(['request', 'closing', 'command', 'file', 'point'])
export type HitKind = z.infer<typeof HitKind>

/** The last verdict on a session, as it can be searched for. */
export const SearchVerdict = z.enum(['done', 'not_done', 'needs_person', 'unproven'])
export type SearchVerdict = z.infer<typeof SearchVerdict>

/** A question to the log's full-text index. */
export interface LogSearch {
  /** All of them; in double quotes as they stand together, with a star at the end by their beginning. */
  words: string
  kind?: HitKind | undefined
  agent?: string | undefined
  /** The root of the sessions' project. */
  project?: string | undefined
  /** An ISO date (UTC). */
  day?: string | undefined
  since?: string | undefined
  /** Sessions that changed it; the end of its path is enough. */
  file?: string | undefined
  verdict?: SearchVerdict | undefined
  limit: number
  skip: number
}

/** One text that was found. */
export const LogHit = z.strictObject({
  kind: HitKind,
  sessionId: z.nullable(Id),
  at: Timestamp,
  /** The place of the words; what was found stands at every second position. */
  snippet: z.array(z.string()),
})
export type LogHit = z.infer<typeof LogHit>

export const LogHits = z.strictObject({
  /** What a session says again in the same words is there once. */
  hits: z.array(LogHit),
  /** How many texts these are of: where the next ones begin. */
  taken: Count,
  /** How many have the words, before they are narrowed to a verdict or a time; at most 20,000. */
  matches: Count,
  /** There are more than are put in order: the newest come first, and the rest is not counted. */
  isCapped: z.boolean(),
  /** Lines of the log that the index does not have yet. */
  pending: Count,
})
export type LogHits = z.infer<typeof LogHits>
