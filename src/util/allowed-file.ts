import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'

/** The real path and size of a regular file that really lies under one of the folders, else null. */
export function allowedFile(
  file: string,
  folders: readonly string[],
): { path: string; size: number } | null {
  try {
    const real = realpathSync(file)
    const stat = statSync(real)
    if (!stat.isFile() || !folders.some((folder) => isInside(real, folder))) return null
    return { path: real, size: stat.size }
  } catch {
    return null
  }
}

/** The same of a file wherever it lies, if it is this user's own and no one else may write it. */
export function ownFile(file: string): { path: string; size: number } | null {
  try {
    const real = realpathSync(file)
    const stat = statSync(real)
    const isOwn = process.getuid !== undefined && stat.uid === process.getuid()
    return stat.isFile() && isOwn && (stat.mode & 0o022) === 0
      ? { path: real, size: stat.size }
      : null
  } catch {
    return null
  }
}

function isInside(real: string, folder: string): boolean {
  try {
    return real.startsWith(realpathSync(folder) + path.sep)
  } catch {
    return false
  }
}
