/** Every word of the search is somewhere in the texts, in any case; no search fits all. */
export function hasWords(texts: readonly string[], search: string | undefined): boolean {
  if (search === undefined) return true
  const text = texts.join('\n').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
