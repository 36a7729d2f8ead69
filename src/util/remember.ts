/** Adds to a list of what was seen lately, `max` to twice as many; false when it is there already. */
export function remember<T extends string | number>(list: T[], item: T, max: number): boolean {
  const known = setOf(list)
  if (known.has(item)) return false
  known.add(item)
  list.push(item)
  // Many go at a time: taking one from the front of the list at every line would be felt.
  if (list.length >= 2 * max) for (const old of list.splice(0, max)) known.delete(old)
  return true
}

export const isRemembered = <T extends string | number>(list: T[], item: T): boolean =>
  setOf(list).has(item)

// The list is plain JSON, for keeping; looking through it line by line would be felt.
const sets = new WeakMap<readonly unknown[], Set<unknown>>()

function setOf(list: readonly unknown[]): Set<unknown> {
  const known = sets.get(list)
  if (known !== undefined) return known
  const set = new Set(list)
  sets.set(list, set)
  return set
}
