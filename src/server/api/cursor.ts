import * as z from 'zod/mini'
import { ReflectError } from '../../schema/error.js'
import { Timestamp } from '../../schema/scalar.js'
import type { Place } from '../../store.js'

/** Where a page ended, as clients carry it: opaque to them, checked when it comes back. */
export const encodeCursor = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

export function decodeCursor<T extends z.ZodMiniType>(text: string, contract: T): z.infer<T> {
  const read = contract.safeParse(parse(text))
  if (read.success) return read.data
  throw new ReflectError('usage', 'This cursor was not issued by this server', {
    remedy: 'Start again without one; `next` of each page has the following one.',
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

const PlaceCursor = z.tuple([Timestamp, z.string()])

/** The place that a list goes on from, as the store takes it. */
export function beyondOf(cursor: string | undefined): { beyond?: Place } {
  if (cursor === undefined) return {}
  const [at, id] = decodeCursor(cursor, PlaceCursor)
  return { beyond: { at, id } }
}

export const nextOf = (place: Place | null): string | null =>
  place === null ? null : encodeCursor([place.at, place.id])
