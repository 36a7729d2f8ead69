const MAX_WORDS = 600

/** The words and numbers of a body; what every test has says nothing. */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>()
  for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*|\d+(?:\.\d+)?/g)) {
    if (!COMMON.has(word)) words.add(word)
    if (words.size === MAX_WORDS) break
  }
  return words
}

const COMMON = new Set(
  `const let var return async await function func def self this t it test expect assert toBe toEqual if else for
  in of new the a to is not and or fn void public mut ref err nil null None True False true false do end then
  Assert assertEquals assertEqual Equal import from with as string int err_ ok require assertThat fun val`.split(
    /\s+/,
  ),
)

export function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared / Math.max(a.size, b.size)
}

/** Quotes, blanks and commas are a formatter's business. */
export const loose = (text: string): string => text.replaceAll(/[\s,;'"`]+/g, '')

export const callsIn = (body: string): string[] =>
  [...body.matchAll(/\b([A-Za-z_]\w{3,})\s*[({]/g)].map(([, name]) => name!)

/** A name however it is written: `maxHandles`, `max_handles`. */
export const letters = (text: string): string =>
  text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
