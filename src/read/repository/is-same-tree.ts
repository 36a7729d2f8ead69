import type { RepositoryFacts } from '../../schema/evidence.js'
import { isSameFile } from '../ledger/is-same-file.js'
import { modifiedIn } from './modified-at.js'

export interface TreeSpan {
  /** ISO instants, of the client's clock. */
  from: string | null
  until: string | null
  /** Files that the session itself edited: of those it is known when. */
  own: readonly string[]
  cwd: string | null
  repository: RepositoryFacts
}

/**
 * Whether no file of the change was modified between two instants: by another session, a person or a program.
 * A file that was modified later says nothing of the time before, unless it was the session that did it.
 */
export function isSameTreeSince({ from, until, own, cwd, repository }: TreeSpan): boolean {
  const [start, end] = [Date.parse(from ?? ''), Date.parse(until ?? '')]
  if (Number.isNaN(start) || Number.isNaN(end) || repository.degraded.length > 0) return false
  const modifiedAt = modifiedIn(repository.root ?? cwd, repository)
  return repository.filesChanged.every((file) => {
    const at = modifiedAt?.(file) ?? null
    if (at === null) return false
    return at < start || (at > end && own.some((one) => isSameFile(one, file)))
  })
}
