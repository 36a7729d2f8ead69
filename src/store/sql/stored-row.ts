import { redactJson, redactText } from '../../safety/redact.js'
import type { NewLogEvent } from '../../schema/log-event.js'
import type { RecordWrite } from '../../schema/records.js'
import type { SessionState } from '../../schema/session-state.js'
import type { Ownership } from '../../schema/visibility.js'
import { safeId } from '../../safety/safe-id.js'
import { safeIdOrNull, safeJson, toJson } from '../safe-json.js'
import type { SqlRow, SqlValue } from './driver.js'
import { putRecord } from './statements.js'
import type { Statement } from './statements.js'
import { tables } from './tables.js'
import type { RecordColumns } from './tables.js'

export interface StoredRecord {
  columns: RecordColumns
  body: string
}

/** What is stored of a record. Columns repeat the body, so a clean body has clean columns. */
export function toStoredRecord({ kind, record }: RecordWrite): StoredRecord {
  const toColumns = tables[kind].columns as (record: unknown) => RecordColumns
  const columns = toColumns(record)
  const json = toJson(record)
  if (redactJson(json) === json) return { columns, body: json }
  const { id, session_id, subject, state, at } = columns
  return {
    columns: {
      id: safeId(id),
      session_id: safeIdOrNull(session_id),
      subject: safeIdOrNull(subject),
      state: safeIdOrNull(state),
      at,
    },
    body: safeJson(record, [id, session_id, subject, state]),
  }
}

/** The statement that puts a record into its table, with its values. */
export function toPut(
  write: RecordWrite,
  author: string | null,
): Statement & { columns: RecordColumns } {
  const { columns, body } = toStoredRecord(write)
  const { id, session_id, subject, state, at } = columns
  const { kind, visibility } = write
  const named = visibility === undefined ? [] : [visibility]
  const values = [id, session_id, subject, state, at, body, ...named, author]
  return { sql: putRecord(kind, visibility !== undefined), values, columns }
}

/** Whose row it is; nothing where that is not known and the row is private. */
export function readOwnership(row: SqlRow): Partial<Ownership> {
  const { author = null, visibility } = row
  return {
    ...(author === null ? {} : { author: String(author) }),
    ...(visibility === 'shared' ? { visibility } : {}),
  }
}

/** What is stored of an event, in the order of the insert. */
export function toStoredEvent({ at, kind, sessionId, key, body }: NewLogEvent): SqlValue[] {
  const json = toJson(body)
  const all = `${kind}\n${sessionId}\n${key}\n${json}`
  if (redactText(all) === all) return [at, kind, sessionId, key, json]
  const ids = [safeIdOrNull(sessionId), safeIdOrNull(key)]
  return [at, safeId(kind), ...ids, safeJson(body, [sessionId])]
}

/** What is stored of a session, in the order of the upsert. */
export function toStoredState(state: SessionState): SqlValue[] {
  const { sessionId, updatedAt } = state
  return [safeId(sessionId), updatedAt, safeJson(state, [sessionId])]
}
