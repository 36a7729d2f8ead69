import * as z from 'zod/mini'
import { Count } from './scalar.js'

/** What a model read and wrote, by what is paid for it. Input, cache and output add up to all tokens. */
export const TokenUsage = z.strictObject({
  /** Read, and not from the cache. */
  input: Count,
  cacheRead: Count,
  cacheWrite: Count,
  /** Of it what is kept for an hour, at a price of its own; absent when none is. */
  cacheWriteHour: z.optional(Count),
  /** Written, with what it thought. */
  output: Count,
})
export type TokenUsage = z.infer<typeof TokenUsage>

/** What one model used on one day of one session. */
export const UsageRow = z.strictObject({
  /** As the client names it; null where it does not. */
  model: z.nullable(z.string()),
  /** The day in UTC; null where the transcript has no times. */
  day: z.nullable(z.string()),
  ...TokenUsage.shape,
})
export type UsageRow = z.infer<typeof UsageRow>
