import type { EntryDraft } from '../agent.js'
import type { FileChange, Shape } from '../read/weakened/changes/file-change.js'
import { fileRole } from '../read/weakened/changes/file-role.js'
import { findWeakened } from '../read/weakened/find-weakened.js'

const MAX_CHANGES = 60

/** Small edits of tests in a turn, put back together as they were before and after. */
export function watchEdits(): {
  take(draft: EntryDraft): void
  nextTurn(): void
  /** Checks that they switched off. What is deleted may stand elsewhere: only a tree could tell. */
  shapes(): Shape[]
} {
  let changes: FileChange[] = []
  return {
    take(draft) {
      if (draft.kind !== 'tool-call' || draft.toolKind !== 'edit') return
      const [file] = draft.files
      const change = draft.sizes?.[0]?.change
      if (file === undefined || change === undefined || draft.files.length !== 1) return
      if (draft.written === null || fileRole(file) !== 'test') return
      const before = undo(draft.written, change)
      if (before !== null) changes.push({ file, before, after: draft.written.trimEnd() })
      if (changes.length > MAX_CHANGES) changes.shift()
    },
    nextTurn() {
      changes = []
    },
    shapes: () =>
      changes
        .filter((one, index) => !changes.some((later, at) => at > index && isUndoing(later, one)))
        .flatMap((one) => findWeakened([toWhole(one)], false))
        .filter(({ kind }) => kind === 'skipped'),
  }
}

const isUndoing = (later: FileChange, earlier: FileChange): boolean =>
  later.file === earlier.file && later.after === earlier.before

/** An edit is a piece of a file: what it opens gets a body and is closed, so that it reads as code. */
const toWhole = ({ file, before, after }: FileChange): FileChange => ({
  file,
  before: closed(before ?? ''),
  after: closed(after ?? ''),
})

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

function closed(text: string): string {
  if (text.trimEnd().endsWith(':')) return `${text.trimEnd()}\n    pass`
  const open: string[] = []
  for (const sign of text) {
    const closer = CLOSERS[sign]
    if (closer !== undefined) open.push(closer)
    else if (sign === open.at(-1)) open.pop()
  }
  return open.length === 0 ? text : `${text}\n  body()\n${open.toReversed().join('')}`
}

/** The text before an edit: its new lines out of it, the old ones in their place. */
function undo(
  written: string,
  { before, after }: { before: string[]; after: string[] },
): string | null {
  const lines = written.split('\n')
  const trimmed = lines.map((line) => line.trim())
  const [first] = after
  if (first === undefined) return null
  const at = trimmed.indexOf(first)
  const end = trimmed.indexOf(after.at(-1)!, at)
  if (at === -1 || end === -1) return null
  return [...lines.slice(0, at), ...before, ...lines.slice(end + 1)].join('\n').trimEnd()
}
