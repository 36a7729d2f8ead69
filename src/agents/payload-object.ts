import { ReflectError } from '../schema/error.js'

/** A payload as the object that it has to be; refuses everything else. */
export function payloadObject(raw: unknown): Readonly<Record<string, unknown>> {
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    return raw as Readonly<Record<string, unknown>>
  }
  throw new ReflectError('payload-invalid', 'The payload is not a JSON object')
}
