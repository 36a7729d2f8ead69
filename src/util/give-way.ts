import { msSince } from './ms-since.js'

/** Far below what a person, or a hook that waits for the server, would notice. */
const HOLD_MS = 8

let turnedAt: [number, number] | null = null

/**
 * Lets others have the event loop when it was held for long; null when it was not. Awaited between two
 * pieces of long work, because awaiting what is there already gives no one else a turn.
 */
export function giveWay(): Promise<void> | null {
  turnedAt ??= process.hrtime()
  if (msSince(turnedAt) < HOLD_MS) return null
  // The global one: a hook would load `node:timers/promises` for this alone.
  return new Promise((resolve) => {
    setImmediate(() => {
      turnedAt = process.hrtime()
      resolve()
    })
  })
}

/** A long list, item by item, with turns for others in between. */
export async function mapGivingWay<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = []
  for (const item of items) {
    mapped.push(map(item))
    const pause = giveWay()
    if (pause !== null) await pause
  }
  return mapped
}
