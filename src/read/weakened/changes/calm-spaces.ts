import type { FileChange } from './file-change.js'

/**
 * A file without long runs of white space, which no one writes: patterns that allow blanks in two places
 * take the square of such a run.
 */
export const calmSpaces = ({ file, before, after }: FileChange): FileChange => ({
  file,
  before: before === null ? null : calm(before),
  after: after === null ? null : calm(after),
})

const MOST = 120
/** What stands behind blank lines keeps its indent. */
const calm = (text: string): string =>
  text
    .replaceAll(/(?<![^\S\n])[^\S\n]{121,}/g, ' '.repeat(MOST))
    .replaceAll(/(?<!\s)\s{242,}/g, (run) => `\n${run.slice(-2 * MOST)}`)
