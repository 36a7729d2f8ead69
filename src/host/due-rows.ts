import type { DueRow } from '../schema/due-row.js'
import { idName } from '../util/names-on-disk.js'

/** What recurring work leaves to be done, by kind. */
export type HostDueKind =
  | 'task-run'
  | 'run-watch'
  | 'cycle-check'
  | 'cycle-batch'
  | 'cycle-analysis'
  | 'cycle-change'
  | 'cycle-commit'

const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** A row for the server. One thing has one row: planned again, it is moved. */
export function hostDue(
  kind: HostDueKind,
  about: string,
  { dueAt, payload }: { dueAt: Date; payload: Record<string, string> },
): DueRow {
  return {
    id: hostDueId(kind, about),
    sessionId: null,
    kind,
    owner: 'server',
    dueAt: dueAt.toISOString(),
    expiresAt: new Date(dueAt.getTime() + KEPT_MS).toISOString(),
    payload,
  }
}

export const hostDueId = (kind: HostDueKind, about: string): string => `${kind}:${idName(about)}`
