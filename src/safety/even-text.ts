import { clipSafely } from './clip-safely.js'
import { redactText } from './redact.js'

const MAX_CHARS = 64 * 1024
const MAX_LINE = 2000
const MAX_WORD = 256

const LONG_WORD = new RegExp(`\\S{${MAX_WORD + 1},}`, 'g')
const LONG_LINE = new RegExp(`^.{${MAX_LINE + 1},}$`, 'gm')
const LONG_SPACE = /[^\S\n]{33,}/g
const BLANK_LINES = /\n(?:[^\S\n]*\n){3,}/g

/**
 * Foreign text as patterns may be held against it: its length, its lines, its words, and its runs of
 * white space and of blank lines are bounded, so that no pattern takes longer than its own length says.
 * What people and programs write is left as it is; where something is cut, secrets are redacted first.
 */
export function evenText(text: string, maxChars = MAX_CHARS): string {
  const clipped = clipSafely(text, maxChars)
    .replace(LONG_SPACE, (space) => space.slice(0, 32))
    .replace(BLANK_LINES, '\n\n\n')
  const hasLongLine = clipped.length > MAX_LINE && clipped.search(LONG_LINE) !== -1
  if (!hasLongLine && clipped.search(LONG_WORD) === -1) return clipped
  return redactText(clipped)
    .replace(LONG_WORD, (word) => ends(word, MAX_WORD))
    .replace(LONG_LINE, (line) => ends(line, MAX_LINE))
}

const ends = (text: string, length: number): string =>
  text.slice(0, length / 2) + text.slice(-length / 2)
