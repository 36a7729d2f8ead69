import type { Evidence } from '../../schema/evidence.js'
import type { WeakenedCheck } from '../../schema/weakened-check.js'
import { openRepository } from '../repository/open-repository.js'
import type { RepositoryOpening } from '../repository.js'
import { judgeWeakened } from './judge-weakened.js'
import { copyGroundsOf, findWeakenedIn } from './find-weakened-in.js'
import { asksForChanges, readChanges } from './read-changes.js'

interface Looking {
  /** The repository, where it was opened already. */
  opening?: RepositoryOpening | undefined
  signal?: AbortSignal | undefined
}

/**
 * The edge of the rule: git is asked only where the change touches a check, or a check was red. It has
 * been asked when this returns, and answers while the evidence is put together.
 */
export async function beginLook(
  { repository, commands }: Pick<Evidence, 'repository' | 'commands'>,
  { opening, signal }: Looking,
): Promise<(evidence: Evidence) => Promise<WeakenedCheck[]>> {
  if (repository?.root == null || repository.base === null) return findNothing
  const wasRed = commands.some(({ kind, result }) => kind === 'test' && result === 'failed')
  if (!asksForChanges(repository.filesChanged, wasRed)) return findNothing
  const opened = await (opening?.opened ?? openRepository({ root: repository.root, signal }))
  if (!opened.ok) return findNothing
  const range = { base: repository.base, head: null }
  const reading = readChanges(opened.repository, range, repository.filesChanged)
  // The judge that awaits it sees the failure; without one it must not count as unhandled.
  reading.catch(() => undefined)
  return async (evidence) => {
    const shapes = await findWeakenedIn(await reading, copyGroundsOf(opened.repository, null))
    return judgeWeakened(shapes, {
      ledger: evidence,
      sentences: evidence.sentences,
    })
  }
}

const findNothing = async (): Promise<WeakenedCheck[]> => []
