import { ReflectError } from '../../schema/error.js'
import type { LogEvent } from '../../schema/log-event.js'
import type { SqlRow } from './driver.js'

/** The record, state or body that a row holds. */
export function toBody<T>(row: SqlRow): T {
  try {
    return JSON.parse(String(row['body'])) as T
  } catch (cause) {
    throw corrupt("A stored row can't be read", cause)
  }
}

export function toLogEvent(row: SqlRow): LogEvent {
  return {
    id: Number(row['id']),
    at: String(row['at']),
    kind: String(row['kind']),
    sessionId: row['session_id'] as string | null,
    key: row['key'] as string | null,
    body: toBody(row),
  }
}

export const corrupt = (message: string, cause?: unknown): ReflectError =>
  new ReflectError('store-corrupt', message, {
    cause,
    remedy: 'Move the database aside and start again; `reflect db path` says where it is.',
  })
