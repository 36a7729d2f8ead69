import type { Page } from '../../schema/api/page.js'
import type { Paged, Place } from '../../store.js'
import { nextOf } from './cursor.js'

/** The most rows that one request looks at, so that a rare match costs no more than a common one. */
const MAX_SCANNED = 2000

export interface Scan<Row, Item> {
  limit: number
  beyond?: Place
  /** Rows behind a place, in order. */
  read(place: { beyond?: Place; limit: number }): Promise<Paged<Row>>
  placeOf(row: Row): Place
  /** null for a row that was not asked for. */
  toItem(row: Row): Promise<Item | null> | Item | null
  /** Every row is asked for: no more of them are read than are wanted. @default false */
  takesAll?: boolean
}

/** A page of what matches. It may be short of `limit` and yet not the last one. */
export async function scanPage<Row, Item>(scan: Scan<Row, Item>): Promise<Page<Item>> {
  const { limit } = scan
  const items: Item[] = []
  let place = scan.beyond
  for (let scanned = 0; scanned < MAX_SCANNED;) {
    const size = scan.takesAll === true ? limit - items.length : Math.max(100, limit)
    const { rows, next } = await scan.read({
      limit: size,
      ...(place === undefined ? {} : { beyond: place }),
    })
    for (const [index, row] of rows.entries()) {
      const item = await scan.toItem(row)
      if (item !== null) items.push(item)
      const isLast = next === null && index === rows.length - 1
      if (items.length === limit) {
        return { items, next: isLast ? null : nextOf(scan.placeOf(row)) }
      }
    }
    if (next === null) return { items, next: null }
    place = next
    scanned += rows.length
  }
  return { items, next: nextOf(place ?? null) }
}
