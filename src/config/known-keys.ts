import type * as z from 'zod/mini'
import { Config } from '../schema/config.js'

/** What the schema knows under one key. */
export type KnownKey =
  | { kind: 'block'; schema: z.ZodMiniType; keys: ReadonlyMap<string, KnownKey> }
  /** Any name that `name` allows leads to `entry`. */
  | { kind: 'named'; schema: z.ZodMiniType; name: z.ZodMiniType; entry: KnownKey }
  | { kind: 'value'; schema: z.ZodMiniType }

/** The whole schema as a tree of keys. */
export const knownKeys = toKnownKey(Config)

/** What is known under a path; undefined when nothing is. */
export function knownAt(path: readonly string[]): KnownKey | undefined {
  let known: KnownKey | undefined = knownKeys
  for (const part of path) known = known && childOf(known, part)
  return known
}

/** What is known under one part of a path. */
export function childOf(known: KnownKey, part: string): KnownKey | undefined {
  if (known.kind === 'block') return known.keys.get(part)
  if (known.kind !== 'named') return undefined
  return known.name.safeParse(part).success ? known.entry : undefined
}

/** Paths of all values with fixed names, in the order of the schema; a `named` map counts as one. */
export function valuePaths(known: KnownKey = knownKeys, path: string[] = []): string[][] {
  if (known.kind !== 'block') return [path]
  return [...known.keys].flatMap(([name, child]) => valuePaths(child, [...path, name]))
}

/**
 * The part of a path that is overridden as a whole: one entry of a map is never mixed from two
 * sources, lest one source's address meet another one's credentials.
 */
export function unitOf(path: readonly string[]): string[] {
  let known: KnownKey | undefined = knownKeys
  for (const [index, part] of path.entries()) {
    if (known?.kind === 'named') return path.slice(0, index + 1)
    known = known && childOf(known, part)
  }
  return [...path]
}

function toKnownKey(schema: z.ZodMiniType): KnownKey {
  const bare = unwrap(schema)
  const def = bare._zod.def as Parts
  if (def.shape) {
    const keys = Object.entries(def.shape).map(
      ([name, child]) => [name, toKnownKey(child)] as const,
    )
    return { kind: 'block', schema, keys: new Map(keys) }
  }
  if (!def.keyType || !def.valueType) return { kind: 'value', schema }
  return { kind: 'named', schema, name: def.keyType, entry: toKnownKey(def.valueType) }
}

/** What the definitions of objects, records and wrappers have that others don't. */
interface Parts {
  type: string
  shape?: Record<string, z.ZodMiniType>
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  innerType?: z.ZodMiniType
}

/** The schema without its default and without "may be absent". */
export function unwrap(schema: z.ZodMiniType): z.ZodMiniType {
  const def = schema._zod.def as Parts
  const isWrapper = ['default', 'prefault', 'optional'].includes(def.type)
  return isWrapper && def.innerType ? unwrap(def.innerType) : schema
}

/** The path behind a dotted key. Names that users choose may hold dots themselves. */
export function unitAt(key: string): string[] {
  let known: KnownKey | undefined = knownKeys
  const parts = key.split('.')
  for (const [index, part] of parts.entries()) {
    if (known?.kind === 'named') return [...parts.slice(0, index), parts.slice(index).join('.')]
    known = known && childOf(known, part)
  }
  return parts
}
