import { asInteger } from '../util/loose-json.js'

/** Counts of tokens that a client keeps apart, together; null where it tells none of them. */
export function sumTokens(usage: Record<string, unknown>, names: readonly string[]): number | null {
  const told = names.map((name) => asInteger(usage[name])).filter((count) => count !== null)
  return told.length === 0 ? null : told.reduce((sum, count) => sum + Math.max(0, count), 0)
}
