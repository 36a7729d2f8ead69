import { createHash } from 'node:crypto'
import { redactJson, redactText } from '../safety/redact.js'
import { ReflectError } from '../schema/error.js'

/**
 * An id that may be stored: unchanged unless a secret is in it. Two different ids stay different,
 * because a wrong alarm must not make one session out of two; asking twice changes nothing more.
 */
export function safeId(id: string): string {
  const redacted = redactText(id)
  return redacted === id ? id : `${redacted}#${shortHash(id)}`
}

export const safeIdOrNull = (id: string | null): string | null => (id === null ? null : safeId(id))

/** A value as JSON without secrets, in which the given ids read as `safeId` writes them. */
export function safeJson(value: unknown, ids: readonly (string | null)[]): string {
  let json = toJson(value)
  for (const id of ids) {
    if (id === null) continue
    const safe = safeId(id)
    if (safe !== id) json = json.replaceAll(JSON.stringify(id), () => JSON.stringify(safe))
  }
  return redactJson(json)
}

/** Refuses what JSON can't hold: cycles, bigints, nothing at all. */
export function toJson(value: unknown): string {
  let json: string | undefined
  let cause: unknown
  try {
    json = JSON.stringify(value)
  } catch (error) {
    cause = error
  }
  if (json !== undefined) return json
  throw new ReflectError('record-invalid', 'A value can not be written as JSON', { cause })
}

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)
