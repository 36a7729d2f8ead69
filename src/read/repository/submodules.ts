import { existsSync, lstatSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { RepositoryFacts } from '../../schema/evidence.js'
import type { Degraded } from './degraded.js'
import type { OpenRepository } from './open-repository.js'

export interface SubmoduleChanges {
  /** Readable paths from the outer root: each changed submodule, and the files changed in it. */
  files: string[]
  insertions: number
  sourceInsertions: number
  deletions: number
  degraded: Degraded[]
}

const MAX_SUBMODULES = 10

/**
 * What is uncommitted inside the submodules. Git would look by running itself in each of them under
 * its own configuration, so each is opened like a repository of its own instead.
 */
export async function observeSubmodules(
  repository: OpenRepository,
  observe: (submodule: OpenRepository) => Promise<RepositoryFacts>,
): Promise<SubmoduleChanges> {
  const folders = await listSubmodules(repository)
  const seen = await Promise.all(
    folders.slice(0, MAX_SUBMODULES).map(async (folder) => {
      const opened = await repository.openWithin(folder)
      if (!opened.ok) return { folder, facts: null }
      return { folder, facts: await observe(opened.repository) }
    }),
  )
  const skipped = folders.length > MAX_SUBMODULES || seen.some(({ facts }) => facts === null)
  const changed = seen.flatMap(({ folder, facts }) =>
    facts !== null && facts.filesChanged.length > 0 ? [{ folder, facts }] : [],
  )
  return {
    files: changed.flatMap(({ folder, facts }) => [
      folder,
      ...facts.filesChanged.map((file) => `${folder}/${file}`),
    ]),
    insertions: changed.reduce((sum, { facts }) => sum + facts.insertions, 0),
    sourceInsertions: changed.reduce((sum, { facts }) => sum + (facts.sourceInsertions ?? 0), 0),
    deletions: changed.reduce((sum, { facts }) => sum + facts.deletions, 0),
    degraded: skipped ? ['submodules-skipped'] : [],
  }
}

// Only what is checked out: a folder inside the root, reached through no link, with a `.git`.
async function listSubmodules(repository: OpenRepository): Promise<string[]> {
  const { root } = repository
  const modules = path.join(root, '.gitmodules')
  if (lstatSync(modules, { throwIfNoEntry: false })?.isFile() !== true) return []
  const listed = await repository.git(['config', '-z', '-f', modules, '--get-regexp', '\\.path$'])
  const folders = listed.stdout
    .toString()
    .split('\0')
    .map((entry) => entry.slice(entry.indexOf('\n') + 1))
    .filter((folder) => folder !== '')
  return [...new Set(folders.filter((folder) => isCheckedOut(root, folder)))].sort()
}

function isCheckedOut(root: string, folder: string): boolean {
  const normal = path.posix.normalize(folder)
  if (normal !== folder || normal.startsWith('.') || path.isAbsolute(normal)) return false
  const full = path.join(root, normal)
  try {
    if (!existsSync(path.join(full, '.git'))) return false
    return realpathSync.native(full) === path.join(realpathSync.native(root), normal)
  } catch {
    return false
  }
}
