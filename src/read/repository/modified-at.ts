import { lstatSync } from 'node:fs'
import path from 'node:path'
import type { RepositoryFacts } from '../../schema/evidence.js'
import type { ModifiedAt } from '../ledger/stamp-edits.js'

/**
 * The clock of the work tree. In a repository only files of the change count: what was put back, thrown
 * away or is ignored is not modified. Links are not followed.
 */
export function modifiedIn(
  cwd: string | null,
  repository: RepositoryFacts | null,
): ModifiedAt | null {
  const base = repository?.root ?? cwd
  if (base === null) return null
  // What git could not tell in time is no reason to say that nothing changed: then the files alone tell.
  const isWhole = repository?.root != null && repository.degraded.length === 0
  const changed = isWhole ? new Set(repository.filesChanged) : null
  return (file) => {
    const full = path.resolve(cwd ?? base, file)
    const name = path.relative(base, full).split(path.sep).join('/')
    if (changed !== null && !changed.has(name)) return null
    try {
      return lstatSync(full).mtimeMs
    } catch {
      return null
    }
  }
}
