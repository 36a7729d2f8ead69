/**
 * Which checks a change made weaker, with a look at the files that it leaves alone: a test that was
 * removed may stand there too, because it was moved before, or stood twice.
 */
import { decodeText } from '../../util/decode-text.js'
import type { OpenRepository } from '../repository/open-repository.js'
import type { FileChange, Shape } from './file-change.js'
import { fileRole } from './file-role.js'
import { MAX_FILE_BYTES, readText } from './read-changes.js'
import type { ReadChanges } from './read-changes.js'
import { findWeakened } from './weakened.js'

const MAX_NAMES = 20
/** A shorter name stands everywhere. */
const MIN_NAME = 5
const MAX_FILES = 8

export interface CopyGrounds extends Pick<OpenRepository, 'git'> {
  /** null: the work tree. */
  head: string | null
  /** The text of a file there; null when it can't be read or is too large. */
  read(file: string): Promise<string | null>
}

export async function findWeakenedIn(
  { changes, isWhole }: ReadChanges,
  grounds: CopyGrounds,
): Promise<Shape[]> {
  const shapes = findWeakened(changes, isWhole)
  const copies = await findCopies(shapes, changes, grounds)
  if (copies === null) return shapes.filter((one) => !isDeleted(one))
  return copies.length === 0 ? shapes : findWeakened([...changes, ...copies], isWhole)
}

/** The files of a commit, or of the work tree. */
export const copyGroundsOf = (
  { root, git }: Pick<OpenRepository, 'root' | 'git'>,
  head: string | null,
): CopyGrounds => ({
  git,
  head,
  read: async (file) => {
    if (head === null) return readText(root, file)
    const blob = await git(['cat-file', 'blob', `${head}:${file}`])
    return blob.ok && blob.stdout.length <= MAX_FILE_BYTES ? decodeText(blob.stdout) : null
  },
})

/**
 * Files with the name of a removed test, by one bounded `git grep`; each as a change of nothing. null when
 * git did not come to an end: then it is not known whether a test is gone.
 */
async function findCopies(
  shapes: readonly Shape[],
  changes: readonly FileChange[],
  { git, head, read }: CopyGrounds,
): Promise<FileChange[] | null> {
  const names = [...new Set(shapes.filter(isDeleted).flatMap((one) => one.names))]
    .filter((name) => name.length >= MIN_NAME && !/[\n\0]/.test(name))
    .slice(0, MAX_NAMES)
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
  const files = answer.stdout
    .toString('utf8')
    .split('\0')
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length))
    .filter((file) => file !== '' && !changed.has(file) && mayHoldTests(file))
    .slice(0, MAX_FILES)
  const texts = await Promise.all(files.map(read))
  return files.flatMap((file, index) => {
    const text = texts[index] ?? null
    return text === null ? [] : [{ file, before: text, after: text }]
  })
}

const isDeleted = ({ kind }: Shape): boolean => kind === 'deleted'

const mayHoldTests = (file: string): boolean => {
  const role = fileRole(file)
  return role === 'test' || role === 'source'
}
