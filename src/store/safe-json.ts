import { redactJson } from '../safety/redact.js'
import { safeId } from '../safety/safe-id.js'
import { ReflectError } from '../schema/error.js'

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
  throw new ReflectError('record-invalid', "A value can't be written as JSON", { cause })
}
