import type { TokenUsage } from '../schema/token-usage.js'
import { asInteger } from '../util/loose-json.js'

/** What every client may tell. */
export type Figure = Exclude<keyof TokenUsage, 'cacheWriteHour'>
type Told = Readonly<Record<string, unknown>>

/** A count of tokens; 0 where it is none. */
export const asTokens = (value: unknown): number => Math.max(0, asInteger(value) ?? 0)

/** What a client keeps apart under names of its own; null where it tells none of it. */
export function readUsage(told: Told, names: Readonly<Record<Figure, string>>): TokenUsage | null {
  if (asInteger(told[names.input]) === null && asInteger(told[names.output]) === null) return null
  return {
    input: asTokens(told[names.input]),
    cacheRead: asTokens(told[names.cacheRead]),
    cacheWrite: asTokens(told[names.cacheWrite]),
    output: asTokens(told[names.output]),
  }
}

/**
 * Of clients that tell a total and parts of it: the prompt has what was cached in it, and some models
 * count their thoughts in the answer, others beside it. What is not written was read.
 */
export function splitTotal(
  told: Told,
  names: Readonly<Record<'total' | 'prompt' | 'cached' | 'answer' | 'thoughts', string>>,
): TokenUsage | null {
  const prompt = asTokens(told[names.prompt])
  const written = asTokens(told[names.answer]) + asTokens(told[names.thoughts])
  const total = asInteger(told[names.total]) ?? prompt + written
  if (total <= 0) return null
  const output = Math.min(written, Math.max(0, total - prompt))
  const cacheRead = Math.min(asTokens(told[names.cached]), total - output)
  return { input: total - output - cacheRead, cacheRead, cacheWrite: 0, output }
}
