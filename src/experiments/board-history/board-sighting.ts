import { isDone, toSeconds, toTaskRow, type TaskRow } from './task-row.js'

/** One row of a board's file: what it shows, and when that was recorded if the row says so. */
export interface Sighting {
  readonly format: string
  readonly row: TaskRow
  readonly at: number | null
}

/** Reads a task or a status transition `{id, t, frm, to}`; null when it is neither. */
export function toSighting(value: unknown): Sighting | null {
  if (typeof value !== 'object' || value === null) return null
  const fields = value as Readonly<Record<string, unknown>>
  if (typeof fields['to'] === 'string' && !('status' in fields)) return toTransition(fields)
  const row = toTaskRow(fields)
  return row && { format: formatOf(fields), row, at: null }
}

function toTransition(fields: Readonly<Record<string, unknown>>): Sighting | null {
  const at = toSeconds(fields['t'])
  const row = toTaskRow({ id: fields['id'], status: fields['to'] })
  if (row === null || at === null) return null
  return { format: 'status transitions', row: { ...row, done: isDone(String(fields['to'])) }, at }
}

function formatOf(fields: Readonly<Record<string, unknown>>): string {
  if ('issue_type' in fields) return 'beads'
  if ('closedAt' in fields || 'deps' in fields) return 'OpenAgents tasks'
  if ('created_date' in fields) return 'Backlog.md'
  return 'a plain export'
}
