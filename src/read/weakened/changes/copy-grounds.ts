import type { OpenRepository } from '../../repository/open-repository.js'
import type { FileChange } from './file-change.js'
import { parsePatch } from './parse-patch.js'
import { PLAIN_PATCH, readText } from './read-changes.js'

/** Where a test that is gone may stand as well. */
export interface CopyGrounds extends Pick<OpenRepository, 'git'> {
  /** null: the work tree. */
  head: string | null
  /** What stands in files there; those that can't be read or are too large are left out. */
  read(files: readonly string[]): Promise<Pick<FileChange, 'file' | 'after'>[]>
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

/** Files there that hold one of these texts, or all of them; null where git came to no end. */
export async function filesWith(
  texts: readonly string[],
  { git, head }: CopyGrounds,
  ...how: ('-w' | '--all-match')[]
): Promise<string[] | null> {
  const wanted = texts.flatMap((text) => ['-e', text])
  const tree = head === null ? [] : [head]
  const answer = await git(['grep', '-lzIF', '--no-color', ...how, ...wanted, ...tree])
  if (!answer.ok && answer.failure !== 'failed') return null
  const files = answer.stdout.toString('utf8').split('\0').filter(Boolean)
  return head === null ? files : files.map((file) => file.slice(head.length + 1))
}
