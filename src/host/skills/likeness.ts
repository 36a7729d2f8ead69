const SHINGLE = 3
/** Twice the longest skill; what tools printed is cut before. */
const MAX_CHARS = 65_536

/** How much two texts have in common, 0 to 1, by runs of three words. */
export function likeness(a: string, b: string): number {
  const [one, two] = [shingles(a, SHINGLE), shingles(b, SHINGLE)]
  let common = 0
  for (const piece of one) if (two.has(piece)) common += 1
  const all = one.size + two.size - common
  return all === 0 ? 1 : common / all
}

/** A run of `length` words that both texts have; null when there is none. */
export function commonRun(a: string, b: string, length: number): string | null {
  const known = shingles(b, length)
  for (const run of shingles(a, length)) {
    if (run.split(' ').length === length && known.has(run)) return run
  }
  return null
}

function shingles(text: string, length: number): Set<string> {
  const words =
    text
      .slice(0, MAX_CHARS)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length <= length) return new Set(words.length === 0 ? [] : [words.join(' ')])
  const found = new Set<string>()
  for (let at = 0; at + length <= words.length; at += 1) {
    found.add(words.slice(at, at + length).join(' '))
  }
  return found
}
