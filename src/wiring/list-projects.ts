import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { IMPORTED_MARK } from '../config/imported-mark.js'
import { readProjectNote } from '../config/project-note.js'

const PROJECT = /^[0-9a-f]{16}$/
/** More than a person has; the others were quiet for longest. */
const MAX_PROJECTS = 200
export const PROJECT_DATABASE = 'reflectory.db'

export const isProjectId = (id: string): boolean => PROJECT.test(id)

/** The projects that have a database in the user's state directory, last written to first. */
export function listProjectIds(stateRoot: string): string[] {
  if (!existsSync(stateRoot)) return []
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

/** State directories of sessions of this project that were taken over from transcripts. */
export const listImported = (stateRoot: string, root: string): string[] =>
  listProjectIds(stateRoot)
    .map((id) => path.join(stateRoot, id))
    .filter((dir) => existsSync(path.join(dir, IMPORTED_MARK)) && readProjectNote(dir) === root)
