import { ReflectError } from '../schema/error.js'

const UNITS_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `90s`, `30m`, `1h`, `2d` in milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(s|m|h|d)$/.exec(text.trim())
  const ms = match === null ? 0 : Number(match[1]) * UNITS_MS[match[2]!]!
  if (ms >= 1 && ms <= 365 * UNITS_MS['d']!) return ms
  throw new ReflectError('usage', `"${text}" is not a duration`, {
    remedy: 'Write a number and a unit, e.g. 90s, 30m, 1h or 2d (at most 365d).',
  })
}
