/** Paths of files that a text marks as code: with a folder and an ending, and nothing to be filled in. */
export const pathsIn = (text: string): string[] =>
  [...text.slice(0, MAX_CHARS).matchAll(PATH)].map(([, file]) => file!)

const MAX_CHARS = 4_000
const PATH = /`((?:[\w@-][\w.@-]*\/)+[\w@-][\w.@-]*\.[a-z]{1,5})`/g
