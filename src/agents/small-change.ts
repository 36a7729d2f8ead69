import { redactText } from '../safety/redact.js'
import type { LineChange } from '../schema/episode.js'

const MAX_LINES = 2
const MAX_CHARS = 100
/** A shorter piece of a line stands in any file. */
const MIN_CHARS = 8

/** An edit's own lines where they are few enough to be told in a sentence, and hold no secret. */
export function smallChange(
  removed: readonly string[],
  added: readonly string[],
): { change?: LineChange } {
  const [before, after] = [tellingLines(removed), tellingLines(added)]
  const told = after.length === 0 ? before : after
  const all = [...before, ...after]
  const isSmall =
    before.length <= MAX_LINES &&
    after.length <= MAX_LINES &&
    told.join('').length >= MIN_CHARS &&
    all.every((line) => line.length <= MAX_CHARS)
  if (!isSmall || before.join('\n') === after.join('\n')) return {}
  return all.some((line) => redactText(line) !== line) ? {} : { change: { before, after } }
}

const tellingLines = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter(isTelling)

/** Letters of any script take a pattern that is slow to make; nearly all lines have a plain one. */
const isTelling = (line: string): boolean => /[A-Za-z0-9]/.test(line) || /[\p{L}\p{N}]/u.test(line)
