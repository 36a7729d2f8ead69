/** Appends, and lets the oldest go when there are too many. */
export function pushBounded<T>(list: T[], item: T, max: number): void {
  list.push(item)
  while (list.length > max) list.shift()
}
