import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder and those above it, for their owner alone unless told otherwise. Step by step:
 * Node's recursive `mkdir` never returns where the system answers ENOENT for a folder whose parent
 * exists (`/proc`).
 */
export function makeFolders(dir: string, mode = 0o700): void {
  if (existsSync(dir)) return
  const parent = path.dirname(dir)
  if (parent !== dir) makeFolders(parent, mode)
  try {
    mkdirSync(dir, { mode })
  } catch (error) {
    // Another process may have been first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
