import { numberHash } from './number-hash.js'

/** A value of unknown shape as an object; empty when it is none. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : NOTHING
}

const NOTHING: Record<string, unknown> = Object.freeze({})

export const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const asInteger = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null

/** An ISO instant from ISO text or from milliseconds or seconds since 1970; null otherwise. */
export function asInstant(value: unknown): string | null {
  if (typeof value === 'string' && ISO.test(value)) {
    if (value.length === 24) return value
    return `${value.slice(0, 19)}.${value.slice(20, 23)}Z`
  }
  const ms =
    typeof value === 'string'
      ? Date.parse(value)
      : typeof value === 'number'
        ? value < 1e11
          ? value * 1000
          : value
        : Number.NaN
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : null
}

// An instant in UTC needs no second look; parsing every line's would be felt.
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(?:\d{3}Z|\d{3,9}(?:Z|\+00:00))$/

/**
 * A record's keys and values with every long one cut to its head, a hash of the whole standing for
 * the rest: bounded, and still the same for the same value and different for a different one.
 */
export function compactJson(value: Readonly<Record<string, unknown>>, maxTextChars = 160): string {
  let all = ''
  for (const key in value) {
    const part = value[key]
    const text = typeof part === 'string' ? part : (JSON.stringify(part) ?? '')
    all += `${all === '' ? '' : ', '}${key}: ${compactText(text, maxTextChars)}`
  }
  return all
}

export function compactText(text: string, maxChars: number): string {
  return text.length <= maxChars
    ? text
    : `${text.slice(0, maxChars)}…#${numberHash(text).toString(36)}`
}

/** Twelve characters that stand for a text, as far as `numberHash` does. */
export const shortHash = (text: string): string => numberHash(text).toString(36).padStart(12, '0')
