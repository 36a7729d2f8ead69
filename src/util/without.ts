/** What the first list has and the second lacks, each as often as it is missing. */
export function without<T>(all: readonly T[], taken: readonly T[], keyOf: (one: T) => string): T[] {
  const left = new Map<string, number>()
  for (const one of taken) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1)
  return all.filter((one) => {
    const key = keyOf(one)
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    return count === 0
  })
}
