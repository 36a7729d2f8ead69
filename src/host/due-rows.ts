import type { DueRow } from '../schema/due-row.js'
import type { Store } from '../store.js'
import { idName } from '../util/names-on-disk.js'

const KINDS = [
  'task-run',
  'run-watch',
  'cycle-check',
  'cycle-batch',
  'cycle-analysis',
  'cycle-change',
  'cycle-commit',
  'skill-job',
] as const

/** What recurring work leaves to be done, by kind. */
export type HostDueKind = (typeof KINDS)[number]

const MAX_ROWS = 1000

/** The rows of these kinds, oldest first; each kind is asked for by itself, so that none hides another. */
export async function readHostDue(
  store: Pick<Store, 'list'>,
  kinds: readonly HostDueKind[] = KINDS,
): Promise<DueRow[]> {
  const read = (kind: HostDueKind) => store.list('due', { kind, order: 'oldest', limit: MAX_ROWS })
  return (await Promise.all(kinds.map(read))).flat()
}

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
