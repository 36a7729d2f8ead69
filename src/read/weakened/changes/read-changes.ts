/**
 * The files of a change before and after, as far as checks go: one git call that runs nothing of the
 * repository, and what is not tracked from the disk. Bounded; what does not fit is left out.
 */
import path from 'node:path'
import { decodeText } from '../../../util/decode-text.js'
import { readBounded } from '../../../util/read-bounded.js'
import type { OpenRepository } from '../../repository/open-repository.js'
import type { FileChange } from './file-change.js'
import { fileRole, isCheckFile, isTestData } from './file-role.js'
import { parsePatch } from './parse-patch.js'

const MAX_FILES = 200
const MAX_FILE_BYTES = 400_000

/** Whether there is anything to look at: a file of the checks was touched, or one of them was red. */
export const asksForChanges = (files: readonly string[], wasRed: boolean): boolean =>
  (wasRed && files.length > 0) || files.some(isCheckFile)

export interface ReadChanges {
  changes: FileChange[]
  /** Nothing was too much. */
  isWhole: boolean
}

/** A patch that `parsePatch` reads: nothing runs, and no attribute of the change hides a file in it. */
export const PLAIN_PATCH: readonly string[] = [
  '--text',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--ignore-submodules=all',
]

/** Which change: up to a commit, or up to the work tree. */
export interface ChangeRange {
  base: string
  /** null: the work tree, with what is not committed. */
  head: string | null
}

export async function readChanges(
  { root, git }: Pick<OpenRepository, 'root' | 'git'>,
  { base, head }: ChangeRange,
  filesChanged: readonly string[],
): Promise<ReadChanges> {
  const all = filesChanged.filter((file) => fileRole(file) !== null || isTestData(file))
  const files = all
    .toSorted((a, b) => Number(isCheckFile(b)) - Number(isCheckFile(a)))
    .slice(0, MAX_FILES)
  if (files.length === 0) return { changes: [], isWhole: true }
  const answer = await git(patchOf({ base, head }, files, WHOLE_FILES))
  const tracked = parsePatch(answer.stdout.toString('utf8'), answer.ok)
  const known = new Set(tracked.map(({ file }) => file))
  const isTree = head === null && answer.ok
  const created = isTree ? files.filter((file) => !known.has(file)) : []
  const changes = [...tracked, ...created.flatMap((file) => readCreated(root, file))]
  return { changes, isWhole: answer.ok && files.length === all.length }
}

/** Lines around a change: as many as a file has. */
const WHOLE_FILES = 20_000

/** Asks git for the patch of these files, with so many lines around each change. */
export const patchOf = (
  { base, head }: ChangeRange,
  files: readonly string[],
  around: number,
): string[] => [
  '-c',
  'core.quotePath=false',
  ...(head === null ? ['diff-index'] : ['diff-tree', '-r']),
  '-p',
  '--no-renames',
  `--unified=${around}`,
  ...PLAIN_PATCH,
  base,
  ...(head === null ? [] : [head]),
  '--',
  ...files,
]

function readCreated(root: string, file: string): FileChange[] {
  const after = readText(root, file)
  return after === null ? [] : [{ file, before: null, after }]
}

/** A file of the work tree; null when it can't be read or is too large. */
export function readText(root: string, file: string): string | null {
  const read = readBounded(path.join(root, file), { followLink: false, maxBytes: MAX_FILE_BYTES })
  return read.state === 'bytes' ? decodeText(read.bytes) : null
}
