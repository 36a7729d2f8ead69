import * as z from 'zod/mini'
import { Timestamp } from '../scalar.js'

/** What every list may be asked for. A cursor is what the page before gave as `next`. */
export const PageQuery = z.strictObject({
  /** @default 50 */
  limit: z.optional(z.int().check(z.gte(1), z.lte(200))),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(600))),
})
export type PageQuery = z.infer<typeof PageQuery>

/** ISO instants: from `since` on, and before `before`. */
export const TimeQuery = z.strictObject({
  since: z.optional(Timestamp),
  before: z.optional(Timestamp),
})
export type TimeQuery = z.infer<typeof TimeQuery>

/** Words to look for. */
export const SearchText = z.string().check(z.minLength(1), z.maxLength(200))

/** One page of a list. `next` is null on the last one; a page may be short and yet not the last. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.strictObject({ items: z.array(item), next: z.nullable(z.string()) })

export interface Page<T> {
  items: T[]
  next: string | null
}
