import type { FileChange } from './file-change.js'
import { patchedPath } from './patched-path.js'

/**
 * A patch with the whole of each file as its context, read back into files before and after. The last
 * file of a patch that was cut is left out.
 */
export function parsePatch(patch: string, isWhole: boolean): FileChange[] {
  const changes: FileChange[] = []
  let current: Open | null = null
  const lines = patch.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!
    if (line.startsWith('diff --git ')) {
      if (current !== null) changes.push(...close(current))
      current = { file: '', isNew: false, isGone: false, inHunk: false, before: [], after: [] }
    } else if (current !== null) readLine(current, line)
  }
  if (current !== null && isWhole) changes.push(...close(current))
  return changes
}

interface Open {
  file: string
  isNew: boolean
  isGone: boolean
  inHunk: boolean
  before: string[]
  after: string[]
}

function readLine(open: Open, line: string): void {
  if (!open.inHunk) {
    if (line.startsWith('new file mode')) open.isNew = true
    else if (line.startsWith('deleted file mode')) open.isGone = true
    else if (/^(?:---|\+\+\+) /.test(line)) open.file = patchedPath(line.slice(4)) ?? open.file
    else if (line.startsWith('@@ ')) open.inHunk = true
    return
  }
  const text = line.slice(1)
  if (line.startsWith('+')) open.after.push(text)
  else if (line.startsWith('-')) open.before.push(text)
  else if (line.startsWith(' ') || line === '') {
    open.before.push(text)
    open.after.push(text)
  }
}

function close({ file, isNew, isGone, before, after }: Open): FileChange[] {
  if (file === '') return []
  return [
    {
      file,
      before: isNew ? null : before.join('\n'),
      after: isGone ? null : after.join('\n'),
    },
  ]
}
