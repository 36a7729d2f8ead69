/** Adds to a list of what was seen lately, `max` to twice as many; false when it is there already. */
export function remember<T extends string | number>(list: T[], item: T, max: number): boolean {
  const known = setsOf(list, max)
  if (known.newer.has(item) || known.older.has(item)) return false
  known.newer.add(item)
  list.push(item)
  // Many go at a time: taking one from the front of the list at every line would be felt.
  if (known.newer.size >= max) {
    list.splice(0, known.older.size)
    known.older = known.newer
    known.newer = new Set()
  }
  return true
}

export function isRemembered<T extends string | number>(list: T[], item: T): boolean {
  const known = sets.get(list)
  return known === undefined ? list.includes(item) : known.newer.has(item) || known.older.has(item)
}

interface Sets {
  /** What goes next. */
  older: ReadonlySet<unknown>
  newer: Set<unknown>
}

// The list is plain JSON, for keeping; looking through it line by line would be felt.
const sets = new WeakMap<readonly unknown[], Sets>()

/** A list that was kept goes on as if it had never been away: its first `max` go next. */
function setsOf(list: readonly unknown[], max: number): Sets {
  const known = sets.get(list)
  if (known !== undefined) return known
  const older = list.length < max ? 0 : max
  const made = { older: new Set(list.slice(0, older)), newer: new Set(list.slice(older)) }
  sets.set(list, made)
  return made
}
