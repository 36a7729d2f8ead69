import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const PROJECT = /^[0-9a-f]{16}$/
/** More than a person has; the others were quiet for longest. */
const MAX_PROJECTS = 200
export const PROJECT_DATABASE = 'reflectory.db'

export const isProjectId = (id: string): boolean => PROJECT.test(id)

/** The projects that have a database in the user's state directory, last written to first. */
export function listProjectIds(stateRoot: string): string[] {
  const found = readdirSync(stateRoot, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || !isProjectId(entry.name)) return []
    const file = path.join(stateRoot, entry.name, PROJECT_DATABASE)
    const changed = [file, `${file}-wal`].map(
      (name) => statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    )
    return changed[0] === 0 ? [] : [{ id: entry.name, at: Math.max(...changed) }]
  })
  return found
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_PROJECTS)
    .map(({ id }) => id)
}
