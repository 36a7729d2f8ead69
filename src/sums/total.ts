import type { Store, Sum } from '../store.js'
import { addCounts, sortCounts } from './counts.js'
import type { Counts } from './counts.js'

/** All days added up, in one row: years of them cost no more to read than a week. */
interface Total {
  /** The revision that it was kept with. */
  revision: number
  counts: Counts
}

const ROW = { kind: 'total', id: 'days', at: '', place: null } as const

/** As the days stand now. Where a process counted that keeps no total, they are added up again. */
export async function readTotal(store: Store): Promise<Counts> {
  const [sum] = await store.readSums({ kind: ROW.kind, ids: [ROW.id] })
  const kept = sum?.body as Total | undefined
  if (kept?.revision === (await store.readSumMark()).revision) return kept.counts
  const total: Counts = {}
  for (const { body } of await store.readSums({ kind: 'day' })) addCounts(total, body as Counts)
  return total
}

/** The row to keep together with days, when the mark is at this revision. */
export const totalSum = (counts: Counts, revision: number): Sum => ({
  ...ROW,
  body: { revision: revision + 1, counts: sortCounts(counts) } satisfies Total,
})
