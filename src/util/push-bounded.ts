/** Appends, and lets the oldest go when there are too many. */
export function pushBounded<T>(list: T[], item: T, max: number): void {
  list.push(item)
  if (list.length > max) cutToSize(list, max)
}

/**
 * Appends, and lets many of the oldest go at a time: taking one from the front at every line is
 * slow. Up to twice as many are there until it is cut to size.
 */
export function pushLoosely<T>(list: T[], item: T, max: number): void {
  list.push(item)
  if (list.length >= 2 * max) cutToSize(list, max)
}

/** Leaves the latest. */
export function cutToSize(list: unknown[], max: number): void {
  if (list.length > max) list.splice(0, list.length - max)
}
