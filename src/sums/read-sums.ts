import type { Store } from '../store.js'
import { bringUpSums } from './bring-up.js'
import { addCounts } from './counts.js'
import type { Counts } from './counts.js'
import { readTotal } from './total.js'

export interface DaySum {
  /** UTC, such as 2026-03-01. */
  day: string
  counts: Counts
}

/** The days (UTC) from one on, oldest first, as they stand now. Days on which nothing happened are left out. */
export async function readDays(store: Store, since = ''): Promise<DaySum[]> {
  await bringUpSums(store)
  const sums = await store.readSums({ kind: 'day', since: since === '' ? '' : since.slice(0, 10) })
  return sums.map(({ id, body }) => ({ day: id, counts: body as Counts }))
}

export function sumDays(days: readonly DaySum[]): Counts {
  const total: Counts = {}
  for (const { counts } of days) addCounts(total, counts)
  return total
}

/** Everything that was counted of all days. */
export async function readAllDays(store: Store): Promise<Counts> {
  await bringUpSums(store)
  return readTotal(store)
}

/** How the exposures of each lesson stand, by arm and outcome. */
export async function readLessonCounts(store: Store): Promise<Map<string, Counts>> {
  await bringUpSums(store)
  const sums = await store.readSums({ kind: 'lesson' })
  return new Map(sums.map(({ id, body }) => [id, body as Counts]))
}

/** The ids of the runs that wait for a review, first the one that should get it first. */
export async function readWaitingRuns(
  store: Store,
  { since, limit }: { since: string; limit: number },
): Promise<string[]> {
  await bringUpSums(store)
  const units = await store.readSums({ kind: 'unit', since, best: limit })
  return units.flatMap(({ body }) => (body as { about: string | null }).about ?? [])
}

const DAY_MS = 86_400_000

/** The first instant of a window of whole days (UTC), today included. */
export const windowStart = (now: Date, days: number): string =>
  new Date(Date.parse(now.toISOString().slice(0, 10)) - (days - 1) * DAY_MS).toISOString()
