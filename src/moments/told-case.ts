import { oneLineSafely } from '../safety/clip-safely.js'
import { ReflectError } from '../schema/error.js'
import { nearest } from '../util/nearest.js'
import { isPlaceholder } from './narrated.js'
import type { NarratedCase } from './narrated.js'
import { readToldCalls } from './told-calls.js'

/** What a variable of a case may hold. `duration` is seconds, or a text with a unit. */
type ToldKind = 'text' | 'flag' | 'number' | 'duration' | 'calls'

/** The variables of one kind of case, and which of them it can't do without. */
export interface ToldContract {
  variables: Readonly<Record<string, ToldKind>>
  needed: readonly string[]
}

/** The fields of a case that nothing reads. */
export const unreadFields = (vars: NarratedCase, { variables }: ToldContract): string[] =>
  Object.keys(vars).filter((key) => !Object.hasOwn(variables, key))

/** Throws a usage error that names the variable, its value and what is allowed there. */
export function checkTold(vars: NarratedCase, { variables, needed }: ToldContract): void {
  const names = Object.keys(variables)
  const remedy = `A case has ${names.join(', ')}; leave out what you don't know.`
  for (const key of Object.keys(vars)) {
    const meant = names.includes(key) ? null : nearest(key, names)
    if (meant === null || vars[meant] !== undefined) continue
    throw new ReflectError('usage', `${key} is not a field of a case; ${meant} is`, { remedy })
  }
  for (const key of needed) {
    if (vars[key] !== undefined && vars[key] !== null) continue
    throw new ReflectError('usage', `${key} is missing`, { remedy })
  }
  const told = Object.keys(vars)
  if (told.length > 0 && !told.some((key) => names.includes(key))) {
    throw new ReflectError('usage', 'it has none of the fields of a case', { remedy })
  }
  for (const [key, kind] of Object.entries(variables)) checkValue(key, vars[key], kind)
}

function checkValue(key: string, value: unknown, kind: ToldKind): void {
  if (value === undefined || value === null) return
  if (kind === 'calls') return void readToldCalls(value, key)
  const { fits, allowed } = RULES[kind]
  if (fits(value)) return
  const shown = oneLineSafely(JSON.stringify(value) ?? String(value), 60)
  throw new ReflectError('usage', `${key} can't be ${shown}`, { remedy: `It is ${allowed}.` })
}

interface KindRule {
  fits(value: unknown): boolean
  allowed: string
}

const isTextLike = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    isTextLike(value) && (isPlaceholder(String(value)) || pattern.test(String(value).trim()))

const RULES: Readonly<Record<Exclude<ToldKind, 'calls'>, KindRule>> = {
  text: {
    fits: (value) => isTextLike(value) || (Array.isArray(value) && value.every(isTextLike)),
    allowed: 'a text, or a list of texts',
  },
  flag: { fits: matches(/^(?:true|false|yes|no|1|0)$/i), allowed: 'true or false' },
  number: { fits: matches(/^\d+(?:\.\d+)?$/), allowed: 'a number, 0 or more' },
  duration: {
    fits: matches(
      /^\d+(?:\.\d+)?\s*(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)?$/i,
    ),
    allowed: 'a number of seconds, or a text such as "2 minutes"',
  },
}
