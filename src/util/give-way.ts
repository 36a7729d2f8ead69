import { setImmediate as nextTurn } from 'node:timers/promises'

/** Far below what a person, or a hook that waits for the server, would notice. */
const HOLD_MS = 8

let turnedAt = 0

/**
 * Lets others have the event loop when it was held for long; null when it was not. Awaited between two
 * pieces of long work, because awaiting what is there already gives no one else a turn.
 */
export function giveWay(): Promise<void> | null {
  if (performance.now() - turnedAt < HOLD_MS) return null
  return nextTurn().then(() => {
    turnedAt = performance.now()
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
