import { addCount, sortCounts } from './counts.js'
import type { Counts } from './counts.js'

/** What one unit adds to each row of the sums: a session, or the model calls of a day. */
export interface Unit {
  adds: Record<string, Counts>
  /** When something last happened in it. */
  at: string
  /** Where its run stands in the review list; null where none waits. */
  place: string | null
  /** The run that waits. */
  about: string | null
}

export const dayOf = (instant: string): string => instant.slice(0, 10)
export const dayRow = (instant: string): string => `day ${dayOf(instant)}`
export const lessonRow = (id: string): string => `lesson ${id}`

/** Counts by row, in a fixed order: the same rows make the same text. */
export class UnitCounts {
  #rows = new Map<string, Counts>()

  add(row: string, name: string, by = 1): void {
    const counts = this.#rows.get(row) ?? {}
    addCount(counts, name, by)
    this.#rows.set(row, counts)
  }

  build(): Record<string, Counts> {
    const rows = [...this.#rows].filter(([, counts]) => Object.keys(counts).length > 0)
    return Object.fromEntries(
      rows.sort(([a], [b]) => (a < b ? -1 : 1)).map(([row, counts]) => [row, sortCounts(counts)]),
    )
  }
}
