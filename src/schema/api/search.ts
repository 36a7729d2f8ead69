import * as z from 'zod/mini'
import { Count, Id, Timestamp } from '../scalar.js'
import { HitKind, LogHit, SearchVerdict } from '../search.js'
import { PageQuery, SearchText } from './page.js'

export const SearchQuery = z.strictObject({
  ...PageQuery.shape,
  /** All of the words; in double quotes as they stand together, with a star at the end by their beginning. */
  q: SearchText,
  kind: z.optional(HitKind),
  agent: z.optional(Id),
  /** The root of the sessions' project. */
  project: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  /** A day (UTC). */
  day: z.optional(
    z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, such as 2030-01-31')),
  ),
  since: z.optional(Timestamp),
  /** Sessions that changed it; the end of its path is enough. */
  file: z.optional(SearchText),
  verdict: z.optional(SearchVerdict),
})
export type SearchQuery = z.infer<typeof SearchQuery>

/** A text that was found, and the session that it is of. */
export const SearchItem = z.strictObject({
  id: z.string(),
  ...LogHit.shape,
  agent: z.nullable(Id),
  project: z.nullable(z.string()),
  /** The session's first request, one line, bounded. */
  asked: z.nullable(z.string()),
})
export type SearchItem = z.infer<typeof SearchItem>

export const SearchPage = z.strictObject({
  items: z.array(SearchItem),
  next: z.nullable(z.string()),
  /** How many have the words, before they are narrowed to a verdict or a time; at most 20,000. */
  matches: Count,
  /** There are more than are put in order: the newest come first, and the rest is not counted. */
  isCapped: z.boolean(),
  /** Lines of the log that the index does not have yet. */
  pending: Count,
})
export type SearchPage = z.infer<typeof SearchPage>
