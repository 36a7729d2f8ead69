/** Whole numbers by name. What is zero is left out, so that equal counts are equal texts. */
export type Counts = Record<string, number>

export function addCount(counts: Counts, name: string, by = 1): void {
  const sum = (counts[name] ?? 0) + by
  if (sum === 0) delete counts[name]
  else counts[name] = sum
}

export function addCounts(counts: Counts, other: Readonly<Counts>, sign: 1 | -1 = 1): void {
  for (const [name, count] of Object.entries(other)) addCount(counts, name, sign * count)
}

export const countOf = (counts: Readonly<Counts>, name: string): number => counts[name] ?? 0

/** What is counted under names that begin so, by the rest of the name. */
export function countsUnder(counts: Readonly<Counts>, prefix: string): [string, number][] {
  return Object.entries(counts).flatMap(([name, count]) =>
    name.startsWith(`${prefix} `) ? [[name.slice(prefix.length + 1), count]] : [],
  )
}

export const sortCounts = (counts: Readonly<Counts>): Counts =>
  Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
