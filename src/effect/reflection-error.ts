import { Schema } from 'effect'
import { ReflectError } from '../schema/error.js'
import type { ReflectErrorCode } from '../schema/error.js'

const Reason = Schema.Literals([
  'generation_failed',
  'parse_error',
  'storage_error',
  'not_found',
  'timeout',
])
/** Why the service failed. */
export type ReflectionErrorReason = typeof Reason.Type

/** The one way in which the service fails; the reason says which. */
export class ReflectionError extends Schema.TaggedError<ReflectionError>()('ReflectionError', {
  reason: Reason,
  message: Schema.String,
  cause: Schema.optional(Schema.Unknown),
}) {}

const REASONS: Partial<Record<ReflectErrorCode, ReflectionErrorReason>> = {
  'payload-invalid': 'parse_error',
  'record-invalid': 'parse_error',
  'not-found': 'not_found',
  'budget-exhausted': 'generation_failed',
}

export function toReflectionError(cause: unknown): ReflectionError {
  const message = cause instanceof Error ? cause.message : String(cause)
  return new ReflectionError({ reason: reasonOf(cause), message, cause })
}

function reasonOf(error: unknown): ReflectionErrorReason {
  if (!(error instanceof ReflectError)) return 'storage_error'
  if (error.code !== 'model-failed') return REASONS[error.code] ?? 'storage_error'
  const { reason } = (error.cause ?? {}) as { reason?: unknown }
  return reason === 'timeout' || reason === 'parse_error' ? reason : 'generation_failed'
}
