import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { writeAtomic } from './write-atomic.js'

/**
 * Opens a folder of ours inside somebody else's work tree: made when missing, with a `.gitignore`
 * that keeps all of it out. Returns the first name on the way that is not a real folder, such as a
 * link that came with the work tree; null when all is well.
 */
export async function openOwnFolder(folder: string, ...within: string[]): Promise<string | null> {
  let current = folder
  for (const name of ['', ...within]) {
    current = path.join(current, name)
    const known = lstatSync(current, { throwIfNoEntry: false })
    if (known === undefined) mkdirSync(current)
    else if (!known.isDirectory()) return path.basename(current)
  }
  const ignore = path.join(folder, '.gitignore')
  if (!existsSync(ignore)) await writeAtomic(ignore, '*\n', { mode: 0o644 })
  return null
}
