import { chooseParts } from './choose-parts.js'
import type { Check } from './covers.js'
import { isCheck } from './is-check.js'
import { parseLine } from './parse-line.js'

/** The checks that a line runs. */
export const checksIn = (line: string): Check[] =>
  chooseParts(parseLine(line))
    .filter(isCheck)
    .map(({ kind, key, folder }) => ({ kind, key, ...(folder === '' ? {} : { folder }) }))
