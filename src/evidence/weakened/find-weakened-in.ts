/**
 * Which checks a change made weaker, with a look at the files that it leaves alone: a test that was
 * removed may stand there too, because it was moved before, or stood twice.
 */
import path from 'node:path'
import type { OpenRepository } from '../repository/open-repository.js'
import type { FileChange, Shape } from './file-change.js'
import { fileRole } from './file-role.js'
import { parsePatch } from './parse-patch.js'
import { PLAIN_PATCH, readText } from './read-changes.js'
import type { ReadChanges } from './read-changes.js'
import { findWeakened } from './weakened.js'

const MAX_NAMES = 100
/** A shorter name stands everywhere. */
const MIN_NAME = 5
const MAX_FILES = 100

export interface CopyGrounds extends Pick<OpenRepository, 'git'> {
  /** null: the work tree. */
  head: string | null
  /** What stands in files there; those that can't be read or are too large are left out. */
  read(files: readonly string[]): Promise<Pick<FileChange, 'file' | 'after'>[]>
}

export async function findWeakenedIn(
  { changes, isWhole }: ReadChanges,
  grounds: CopyGrounds,
): Promise<Shape[]> {
  const shapes = findWeakened(changes, isWhole)
  const names = [...new Set(shapes.filter(isDeleted).flatMap((one) => one.names))].filter(
    (name) => name.length >= MIN_NAME && !/[\n\0]/.test(name),
  )
  const copies = await findCopies(names.slice(0, MAX_NAMES), changes, grounds)
  if (copies === null) return shapes.filter((one) => !isDeleted(one))
  const unknown = new Set(names.slice(MAX_NAMES))
  const left = copies.length === 0 ? shapes : findWeakened([...changes, ...copies], isWhole)
  return left.filter((one) => !isDeleted(one) || !one.names.every((name) => unknown.has(name)))
}

/** The files of a commit, or of the work tree. */
export const copyGroundsOf = (
  { root, git }: Pick<OpenRepository, 'root' | 'git'>,
  head: string | null,
): CopyGrounds => ({
  git,
  head,
  read: async (files) => {
    if (head === null) return files.map((file) => ({ file, after: readText(root, file) }))
    const all = ['-p', '--unified=20000', ...PLAIN_PATCH, EMPTY_TREE, head, '--', ...files]
    const answer = await git(['-c', 'core.quotePath=false', 'diff-tree', '-r', ...all])
    return parsePatch(answer.stdout.toString('utf8'), answer.ok)
  },
})

/** Against it every file of a commit is new: one call tells the texts of many. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/**
 * Files with the name of a removed test, by one bounded `git grep`; each as a change of nothing. null when
 * git did not come to an end: then it is not known whether a test is gone.
 */
async function findCopies(
  names: readonly string[],
  changes: readonly FileChange[],
  { git, head, read }: CopyGrounds,
): Promise<FileChange[] | null> {
  if (names.length === 0) return []
  const answer = await git([
    'grep',
    '-lzIF',
    '--no-color',
    ...names.flatMap((name) => ['-e', name]),
    ...(head === null ? [] : [head]),
  ])
  if (!answer.ok && answer.failure !== 'failed') return null
  const prefix = head === null ? '' : `${head}:`
  const changed = new Set(changes.map(({ file }) => file))
  const moved = new Set(changes.map(({ file }) => path.posix.basename(file)))
  const files = answer.stdout
    .toString('utf8')
    .split('\0')
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length))
    .filter((file) => file !== '' && !changed.has(file) && mayHoldTests(file))
    .map((file) => ({ file, isTwin: moved.has(path.posix.basename(file)) }))
    .toSorted((a, b) => Number(b.isTwin) - Number(a.isTwin))
    .slice(0, MAX_FILES)
    .map(({ file }) => file)
  if (files.length === 0) return []
  const texts = await read(files)
  return texts.map(({ file, after }) => ({ file, before: after, after }))
}

const isDeleted = ({ kind }: Shape): boolean => kind === 'deleted'

const mayHoldTests = (file: string): boolean => {
  const role = fileRole(file)
  return role === 'test' || role === 'source'
}
