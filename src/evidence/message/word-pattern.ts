/** One of these words, standing by itself in any script that has spaces. */
export const word = (words: string): string => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`
