/** Appends, and lets the oldest go when there are too many. */
export function pushBounded<T>(list: T[], item: T, max: number): void {
  list.push(item)
  if (list.length > max) list.splice(0, list.length - max)
}
