import type { RepositoryFacts } from '../../schema/evidence.js'
import { hasWord } from '../../util/has-word.js'
import { decodeText } from '../../util/decode-text.js'
import { openRepository } from './open-repository.js'
import { readDiff } from './read-diff.js'

/** Names of one list: the change made the first, and the others stand nowhere. */
export interface UnmadeNames {
  made: string[]
  missing: string[]
}

/** Of each list, what the session's change wrote, and what no file of the tree holds. */
export async function findUnmadeNames(
  lists: readonly (readonly string[])[],
  repository: RepositoryFacts | null,
  signal?: AbortSignal,
): Promise<UnmadeNames[]> {
  if (lists.length === 0 || repository === null || repository.root === null) return []
  const diff = await readDiff(repository, signal)
  const added = diff
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .join('\n')
    .toLowerCase()
  const begun = lists
    .map((names) => ({ names, made: names.filter((name) => hasWord(added, name.toLowerCase())) }))
    .filter(({ names, made }) => made.length > 0 && made.length < names.length)
  if (begun.length === 0) return []
  const opened = await openRepository({ root: repository.root, signal })
  if (!opened.ok) return []
  const { git } = opened.repository
  const listed = await git(['ls-files', '-co', '--exclude-standard'])
  const files = decodeText(listed.stdout.subarray(0, MAX_BYTES)).toLowerCase()
  const found: UnmadeNames[] = []
  for (const { names, made } of begun) {
    const missing: string[] = []
    for (const name of names.filter((one) => !made.includes(one))) {
      const held = await git(['grep', '-I', '-l', '-i', '-F', '--untracked', '-e', name])
      if (held.stdout.length === 0 && !files.includes(name.toLowerCase())) missing.push(name)
    }
    if (missing.length > 0) found.push({ made, missing })
  }
  return found
}

const MAX_BYTES = 1024 * 1024
