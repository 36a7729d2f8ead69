import { chmodSync, existsSync, lstatSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { writeAtomic } from './write-atomic.js'

/**
 * Opens a folder of ours inside the user's work tree: made when missing, for its owner
 * alone, with a `.gitignore` that keeps all of it out. Returns the first name on the way that is not a real folder, such as a
 * link that came with the work tree; null when all is well.
 */
export async function openOwnFolder(folder: string, ...within: string[]): Promise<string | null> {
  let current = folder
  for (const name of ['', ...within]) {
    current = path.join(current, name)
    const known = lstatSync(current, { throwIfNoEntry: false })
    if (known === undefined) mkdirSync(current, { mode: 0o700 })
    else if (!known.isDirectory()) return path.basename(current)
    else if ((known.mode & 0o077) !== 0) keepPrivate(current)
  }
  const ignore = path.join(folder, '.gitignore')
  if (!existsSync(ignore))
    await writeAtomic(ignore, '*\n', { mode: 0o600, root: path.dirname(folder) })
  return null
}

/** What was made with other modes, by an earlier version or by git. A folder of others stays open. */
function keepPrivate(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch {
    // Not ours to change; its files are private all the same.
  }
}
