/**
 * Where a finding is shown: on a line that the change added or edited, because code hosts show no other.
 * What is gone is shown nearby: in its file, else in one of the same folder, else anywhere in the change.
 */
import path from 'node:path'
import type { FileChange } from '../read/weakened/changes/file-change.js'
import type { ReviewPlace } from '../schema/review-report.js'
import type { ChangedLines, Hunk } from './changed-lines.js'

export interface Sought {
  /** null: the whole change. */
  file: string | null
  /** Names of tests or scripts, and words of the change, the most telling first. */
  words: readonly string[]
}

export interface FoundPlace {
  place: ReviewPlace
  text: string
}

interface AddedLine {
  line: number
  text: string
}

export function findPlace(
  { file, words }: Sought,
  lines: ChangedLines,
  changes: readonly FileChange[],
): FoundPlace | null {
  const hunks = file === null ? [] : (lines.get(file) ?? [])
  const own = file === null ? null : nearestLine(file, words, hunks, changes)
  if (own !== null) return placeAt(file!, own, true)
  for (const other of byNearness(file, [...lines.keys()])) {
    const [first] = addedLines(lines.get(other) ?? [])
    if (first !== undefined) return placeAt(other, first, true)
  }
  return besideWhatIsGone(file, hunks, changes)
}

function nearestLine(
  file: string,
  words: readonly string[],
  hunks: readonly Hunk[],
  changes: readonly FileChange[],
): AddedLine | null {
  const added = addedLines(hunks)
  if (added.length === 0) return null
  const named = added.find(({ text }) => words.some((word) => isTelling(text, word)))
  if (named !== undefined) return named
  const change = changes.find((one) => one.file === file)
  const wanted = lineOf(change?.after, words) ?? movedLine(lineOf(change?.before, words), hunks)
  if (wanted === null) return added[0]!
  return added.reduce((best, one) =>
    Math.abs(one.line - wanted) < Math.abs(best.line - wanted) ? one : best,
  )
}

const addedLines = (hunks: readonly Hunk[]): AddedLine[] =>
  hunks.flatMap(({ afterStart, added }) =>
    added.map((text, index) => ({ line: afterStart + index, text })),
  )

/** The line has the word in it, or is itself a part of the words. */
function isTelling(text: string, word: string): boolean {
  const line = text.trim()
  return (word.length >= 3 && line.includes(word)) || (line.length >= 4 && word.includes(line))
}

function lineOf(text: string | null | undefined, words: readonly string[]): number | null {
  if (text == null) return null
  for (const word of words) {
    const at = word.length >= 3 ? text.indexOf(word) : -1
    if (at !== -1) return text.slice(0, at).split('\n').length
  }
  return null
}

/** A line of the old file in the new one: where it stands, or where it stood. */
function movedLine(line: number | null, hunks: readonly Hunk[]): number | null {
  if (line === null) return null
  const hunk = hunks.findLast(({ beforeStart }) => beforeStart <= line)
  if (hunk === undefined) return line
  const { beforeStart, beforeCount, afterStart, added } = hunk
  if (line < beforeStart + beforeCount) return afterStart
  return line - beforeStart - beforeCount + afterStart + added.length
}

/** Files of the same folder first. */
function byNearness(file: string | null, others: readonly string[]): string[] {
  if (file === null) return [...others]
  const folder = path.posix.dirname(file)
  const isNear = (other: string): boolean => path.posix.dirname(other) === folder
  return [...others.filter(isNear), ...others.filter((other) => !isNear(other))]
}

/** The change only takes away: there is no line that it added. */
function besideWhatIsGone(
  file: string | null,
  hunks: readonly Hunk[],
  changes: readonly FileChange[],
): FoundPlace | null {
  if (file === null) return null
  const isGone = changes.find((one) => one.file === file)?.after === null
  const line = isGone ? 1 : Math.max(1, hunks[0]?.afterStart ?? 1)
  return placeAt(file, { line, text: '' }, false)
}

const placeAt = (file: string, { line, text }: AddedLine, onChange: boolean): FoundPlace => ({
  place: { file, line, endColumn: Math.min(text.length, MAX_COLUMN) + 1, onChange },
  text,
})

const MAX_COLUMN = 10_000
