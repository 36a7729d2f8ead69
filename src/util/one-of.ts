/** What a word is held to: a pattern, or a list of words, which costs nothing to make. */
export type Matcher = Pick<RegExp, 'test'>

/** One of the words that stand between bars. */
export const oneOf = (words: string): Matcher => ({
  test: (word) => word !== '' && !word.includes('|') && `|${words}|`.includes(`|${word}|`),
})
