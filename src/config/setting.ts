import { nearest } from '../util/nearest.js'
import { allowedBy } from './allowed.js'
import { todaysValue } from './aliases.js'
import { unwrap, type KnownKey } from './known-keys.js'
import type { Origin } from './loaded-config.js'
import { meansOff } from './off.js'

/** One value that some source gives to one key. */
export interface Setting {
  /** Path of today's key. */
  path: string[]
  value: unknown
  origin: Origin
}

/** What is wrong with a value; null when it is allowed. */
export interface ValueFault {
  allowed: string
  nearest: string | null
}

/** The value as today's schema has it, and what is wrong with it. */
export function checkValue(
  known: KnownKey,
  key: string,
  written: unknown,
): { value: unknown; fault: ValueFault | null } {
  const value = key === 'mode' && meansOff(written) ? 'off' : todaysValue(key, written)
  const schema = unwrap(known.schema)
  if (schema.safeParse(value).success) return { value, fault: null }
  const choices = [...(schema._zod.values ?? [])].map(String)
  const near = typeof value === 'string' ? nearest(value, choices) : null
  return { value, fault: { allowed: allowedBy(schema), nearest: near } }
}
