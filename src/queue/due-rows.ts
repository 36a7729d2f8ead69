import { JOB_KEPT_DAYS } from '../queue.js'
import type { Job, Queue, TakenJob } from '../queue.js'
import type { DueRow } from '../schema/due-row.js'
import type { RecordWrite } from '../schema/records.js'

/** What the queue needs of a place that keeps due rows; a store is one. */
export interface DueRows {
  list(
    kind: 'due',
    query: { kind: string; before: string; limit: number; order: 'oldest' },
  ): Promise<DueRow[]>
  change<R>(
    input: { kind: 'due'; id: string; at: string },
    decide: (row: DueRow | null) => {
      writes: readonly RecordWrite[]
      removes: readonly { kind: 'due'; id: string }[]
      events: readonly []
      result: R
    },
  ): Promise<R>
}

export interface DueRowQueueOptions {
  now(): Date
  /** How long a taker has a job. */
  leaseMs: number
}

const DAY_MS = 86_400_000

/**
 * The queue of one machine: due rows in the store. A taken one is moved to the end of its lease, a settled
 * one to the end of its days, where it is dropped.
 */
export function openDueRowQueue(rows: DueRows, { now, leaseMs }: DueRowQueueOptions): Queue {
  const change = (id: string, decide: (known: DueRow | null) => Change): Promise<boolean> =>
    rows.change({ kind: 'due', id, at: now().toISOString() }, (known) => {
      const next = decide(known)
      return {
        writes: next === 'keep' || next === 'drop' ? [] : [{ kind: 'due', record: next }],
        removes: next === 'drop' ? [{ kind: 'due', id }] : [],
        events: [],
        result: next !== 'keep',
      }
    })

  /** Moves a row to another instant, or drops it; false when it was moved or taken meanwhile. */
  const replace = (id: string, dueAt: string, next: (row: DueRow) => Change): Promise<boolean> =>
    change(id, (known) => (known === null || known.dueAt !== dueAt ? 'keep' : next(known)))

  return {
    async plan(jobs) {
      for (const job of jobs) {
        await change(rowId(job), (known) => (known === null ? toRow(job) : 'keep'))
      }
    },

    async take(kinds, limit) {
      const taken: TakenJob[] = []
      for (const kind of kinds) {
        while (taken.length < limit) {
          // Every row that is looked at goes or moves, so that each list is a new one.
          const before = later(now(), 1)
          const left = limit - taken.length
          const due = await rows.list('due', { kind, before, limit: left, order: 'oldest' })
          if (due.length === 0) break
          for (const { id, dueAt, expiresAt, payload } of due) {
            const isOver = expiresAt < before
            const lease = later(now(), leaseMs)
            const next = (row: DueRow): Change => (isOver ? 'drop' : { ...row, dueAt: lease })
            if ((await replace(id, dueAt, next)) && !isOver) {
              taken.push({ id: id.slice(kind.length + 1), kind, payload, lease })
            }
          }
        }
      }
      return taken
    },

    settle: (job) => replace(rowId(job), job.lease, (row) => ({ ...row, dueAt: row.expiresAt })),
  }
}

type Change = DueRow | 'drop' | 'keep'

const rowId = ({ kind, id }: Pick<Job, 'kind' | 'id'>): string => `${kind}:${id}`

const toRow = (job: Job): DueRow => ({
  id: rowId(job),
  sessionId: null,
  kind: job.kind,
  owner: 'server',
  dueAt: job.dueAt,
  expiresAt: later(new Date(job.dueAt), JOB_KEPT_DAYS * DAY_MS),
  payload: { ...job.payload },
})

const later = (instant: Date, ms: number): string => new Date(instant.getTime() + ms).toISOString()
