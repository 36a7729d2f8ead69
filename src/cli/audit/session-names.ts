const FIRST = 8
const ENDINGS = [4, 8, 12]

/** A session's id as a person reads it: its beginning, or its end where others begin in the same way. */
export function sessionNames(ids: readonly string[]): (id: string) => string {
  const alike = new Map<string, Set<string>>()
  for (const id of ids) {
    const first = id.slice(0, FIRST)
    alike.set(first, (alike.get(first) ?? new Set()).add(id))
  }
  return (id) => {
    if (id.length <= 20) return id
    const others = alike.get(id.slice(0, FIRST)) ?? new Set<string>()
    if (others.size <= 1) return id.slice(0, FIRST)
    const isOwn = (end: string): boolean =>
      ![...others].some((other) => other !== id && other.endsWith(end))
    const end = ENDINGS.map((length) => id.slice(-length)).find(isOwn)
    return end === undefined ? id : `…${end}`
  }
}
