import type { Queue, TakeInput } from '../queue.js'
import type { DueRow } from '../schema/due-row.js'
import type { RecordWrite } from '../schema/records.js'

/** What the queue needs of a place that keeps due rows; a store is one. */
export interface DueRows {
  add(writes: readonly RecordWrite[]): Promise<void>
  list(
    kind: 'due',
    query: { kind: string; before?: string; limit: number; order: 'oldest' },
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
  remove(kind: 'due', id: string, at: string): Promise<boolean>
}

const MAX_TAKEN = 20

/** The queue of one machine: due rows in the store, taken by moving them to the end of the lease. */
export function openDueRowQueue(rows: DueRows): Queue {
  return {
    plan: (planned) => rows.add(planned.map(toWrite)),

    async take({ kinds, now, leaseMs, limit = MAX_TAKEN }: TakeInput) {
      const taken: DueRow[] = []
      for (;;) {
        // Every row that is looked at goes or moves, so that each list is a new one.
        const due = await listDue(rows, kinds, { now, limit: limit - taken.length })
        if (due.length === 0) break
        for (const row of due) {
          const leased = { ...row, dueAt: later(now, leaseMs) }
          if (row.expiresAt <= now) await replace(rows, row, null, now)
          else if (await replace(rows, row, leased, now)) taken.push(leased)
        }
      }
      return taken
    },

    settle: (row, now) => replace(rows, row, null, now),
    postpone: (row, dueAt) => replace(rows, row, { ...row, dueAt }, dueAt),
    cancel: (id, now) => rows.remove('due', id, now),

    async nextAt(kinds) {
      const firsts: string[] = []
      for (const kind of kinds) {
        const [first] = await rows.list('due', { kind, limit: 1, order: 'oldest' })
        if (first !== undefined) firsts.push(first.dueAt)
      }
      return firsts.sort()[0] ?? null
    },
  }
}

/** The oldest of all the kinds. */
async function listDue(
  rows: DueRows,
  kinds: readonly string[],
  { now, limit }: { now: string; limit: number },
): Promise<DueRow[]> {
  const before = later(now, 1)
  const due: DueRow[] = []
  for (const kind of kinds) {
    due.push(...(await rows.list('due', { kind, before, limit, order: 'oldest' })))
  }
  due.sort((a, b) => (`${a.dueAt} ${a.id}` < `${b.dueAt} ${b.id}` ? -1 : 1))
  return due.slice(0, limit)
}

/** Puts another row in the place of this one, or none; false when it was moved or taken meanwhile. */
function replace(rows: DueRows, row: DueRow, next: DueRow | null, at: string): Promise<boolean> {
  return rows.change({ kind: 'due', id: row.id, at }, (known) => {
    const isOurs = known !== null && known.dueAt === row.dueAt
    return {
      writes: isOurs && next !== null ? [toWrite(next)] : [],
      removes: isOurs && next === null ? [{ kind: 'due', id: row.id }] : [],
      events: [],
      result: isOurs,
    }
  })
}

const toWrite = (record: DueRow): RecordWrite => ({ kind: 'due', record })

const later = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) + ms).toISOString()
