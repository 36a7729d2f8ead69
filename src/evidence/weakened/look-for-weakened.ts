import type { Evidence } from '../../schema/evidence.js'
import type { WeakenedCheck } from '../../schema/weakened-check.js'
import { openRepository } from '../repository/open-repository.js'
import type { RepositoryOpening } from '../repository.js'
import { judgeWeakened } from './judge-weakened.js'
import { asksForChanges, readChanges } from './read-changes.js'
import { findWeakened } from './weakened.js'

interface Looking {
  /** The repository, where it was opened already. */
  opening?: RepositoryOpening | undefined
  signal?: AbortSignal | undefined
}

/** The edge of the rule: git is asked only where the change touches a check, or a check was red. */
export async function lookForWeakened(
  evidence: Evidence,
  { opening, signal }: Looking,
): Promise<WeakenedCheck[]> {
  const { repository, commands } = evidence
  if (repository?.root == null || repository.base === null) return []
  const wasRed = commands.some(({ kind, result }) => kind === 'test' && result === 'failed')
  if (!asksForChanges(repository.filesChanged, wasRed)) return []
  const opened = await (opening?.opened ?? openRepository({ root: repository.root, signal }))
  if (!opened.ok) return []
  const { base, filesChanged } = repository
  const range = { base, head: null }
  const { changes, isWhole } = await readChanges(opened.repository, range, filesChanged)
  return judgeWeakened(findWeakened(changes, isWhole), {
    ledger: evidence,
    sentences: evidence.sentences,
  })
}
