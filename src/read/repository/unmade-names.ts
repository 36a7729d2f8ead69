import type { RepositoryFacts } from '../../schema/evidence.js'
import { hasWord } from '../../util/has-word.js'
import { decodeText } from '../../util/decode-text.js'
import { openRepository } from './open-repository.js'
import { readDiff } from './read-diff.js'

/** One thing of a list, by the words of which any shows that it was made. */
export type ListedThing = readonly string[]

/** Names of one list: the change made the first, and the others stand nowhere. */
export interface UnmadeNames {
  made: string[]
  missing: string[]
}

/** Of each list, what the session's change wrote, and what no file of the tree holds. */
export async function findUnmadeNames(
  lists: readonly (readonly ListedThing[])[],
  repository: RepositoryFacts | null,
  signal?: AbortSignal,
): Promise<UnmadeNames[]> {
  // Of a list of one, nothing can be missing beside what was made: git is not asked for it.
  const several = lists.filter((things) => things.length > 1)
  if (several.length === 0 || repository === null || repository.root === null) return []
  const diff = (await readDiff(repository, signal)).toLowerCase().split('\n')
  const inLines = (sign: string): ((marks: ListedThing) => boolean) => {
    const text = diff.filter((line) => line.startsWith(sign)).join('\n')
    return (marks) => marks.some((mark) => hasWord(text, mark.toLowerCase()))
  }
  const [isMade, isTakenAway] = [inLines('+'), inLines('-')]
  const begun = several
    // What the change took away was not to be made.
    .map((things) => things.filter((one) => isMade(one) || !isTakenAway(one)))
    .map((things) => ({ things, made: things.filter(isMade) }))
    .filter(({ things, made }) => made.length > 0 && made.length < things.length)
  if (begun.length === 0) return []
  const opened = await openRepository({ root: repository.root, signal })
  if (!opened.ok) return []
  const { git } = opened.repository
  const listed = await git(['ls-files', '-co', '--exclude-standard'])
  const files = decodeText(listed.stdout.subarray(0, MAX_BYTES)).toLowerCase()
  const found: UnmadeNames[] = []
  for (const { things, made } of begun) {
    const missing: string[] = []
    for (const marks of things.filter((one) => !made.includes(one))) {
      const held = await git([
        'grep',
        '-I',
        '-l',
        '-i',
        '-F',
        '--untracked',
        ...marks.flatMap((mark) => ['-e', mark]),
      ])
      const isNamed = marks.some((mark) => files.includes(mark.toLowerCase()))
      if (held.stdout.length === 0 && !isNamed) missing.push(marks[0]!)
    }
    if (missing.length > 0) found.push({ made: made.map(([mark]) => mark!), missing })
  }
  return found
}

const MAX_BYTES = 1024 * 1024
