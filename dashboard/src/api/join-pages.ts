/** What was listed so far, and where it goes on. */
export interface Listed<T> {
  items: readonly T[]
  next: string | null
}

/**
 * The first page came again: what is new or changed comes first, what was loaded behind it stays.
 * When the two don't meet, something lies between them: then only the new page is left.
 */
export function refreshFirst<T>(
  before: Listed<T>,
  page: Listed<T>,
  idOf: (item: T) => string,
): Listed<T> {
  const known = new Set(before.items.map(idOf))
  const meets = page.items.some((item) => known.has(idOf(item)))
  if (page.next === null || !meets) return page
  return { items: each([...page.items, ...before.items], idOf), next: before.next }
}

/** The last page came again, of a list that grows at its end: newer forms in place, new ones behind. */
export function refreshLast<T>(
  before: Listed<T>,
  page: Listed<T>,
  idOf: (item: T) => string,
): Listed<T> {
  const fresh = new Map(page.items.map((item) => [idOf(item), item]))
  const kept = before.items.map((item) => fresh.get(idOf(item)) ?? item)
  return { items: each([...kept, ...page.items], idOf), next: page.next }
}

export const addPage = <T>(
  before: Listed<T>,
  page: Listed<T>,
  idOf: (item: T) => string,
): Listed<T> => ({ items: each([...before.items, ...page.items], idOf), next: page.next })

/** Each once, where it came first. */
function each<T>(items: readonly T[], idOf: (item: T) => string): T[] {
  const seen = new Map<string, T>()
  for (const item of items) if (!seen.has(idOf(item))) seen.set(idOf(item), item)
  return [...seen.values()]
}
