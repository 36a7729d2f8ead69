/**
 * What else a change did that may account for a test that is gone: code changed as well, or tests were
 * written. In ordinary histories a test that went beside these is as often replaced as deleted.
 */
import { fileRole } from '../changes/file-role.js'
import type { FileChange } from '../changes/file-change.js'
import { languageOf } from '../code/languages.js'

export interface Accounts {
  isCodeChanged: boolean
  /** Much was written where tests are, beside what was removed. */
  isRewritten: boolean
}

export function accountsOf(changes: readonly FileChange[]): Accounts {
  const known = changes.filter(({ file }) => languageOf(file) !== null).map(withoutCommentLines)
  const code = compareLines(known.filter(({ file }) => fileRole(file) === 'source'))
  const tests = compareLines(known.filter(({ file }) => fileRole(file) !== 'source'))
  return {
    isCodeChanged: code.removed + code.added > 0,
    isRewritten: tests.added > Math.max(A_FEW, tests.removed / 4),
  }
}

/** What may account for tests that are gone; null when little else was changed. */
export function whyGone(fresh: number, { isCodeChanged, isRewritten }: Accounts): string | null {
  if (isCodeChanged) return 'code was changed as well'
  return fresh > 0 || isRewritten ? 'other tests were written' : null
}

/** An import, a table that shrank: nothing that holds a test. */
const A_FEW = 2

/** A shorter line closes a block. */
const MIN_LINE = 4

/** Over all files, so that a line that moved is neither gone nor new. */
function compareLines(changes: readonly Pick<FileChange, 'before' | 'after'>[]): {
  removed: number
  added: number
} {
  const counts = new Map<string, number>()
  const count = (text: string | null, by: number): void => {
    for (const line of (text ?? '').split('\n')) {
      const plain = line.trim()
      if (plain.length >= MIN_LINE) counts.set(plain, (counts.get(plain) ?? 0) + by)
    }
  }
  for (const { before, after } of changes) {
    count(before, 1)
    count(after, -1)
  }
  const left = [...counts.values()]
  return {
    removed: left.reduce((sum, count) => sum + Math.max(0, count), 0),
    added: left.reduce((sum, count) => sum + Math.max(0, -count), 0),
  }
}

/** A test that was commented out is not written anew. */
const withoutCommentLines = ({ file, before, after }: FileChange): FileChange => {
  const marks = languageOf(file)!.notation.lineComments
  const code = (text: string | null): string | null =>
    text
      ?.split('\n')
      .filter((line) => !marks.some((mark) => line.trimStart().startsWith(mark)))
      .join('\n') ?? null
  return { file, before: code(before), after: code(after) }
}
