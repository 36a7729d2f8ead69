import { randomBytes } from 'node:crypto'
import { lstat, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFolders } from './make-folders.js'

/** The `code` of the error when a symbolic link, or another thing than a file, is in the way. */
export const UNSAFE_TARGET = 'EUNSAFE'

const RENAME_WAITS_MS = [10, 20, 40, 80, 160]

/**
 * Writes a file whole or not at all: a temporary file beside it, fsync, rename. Makes missing
 * folders with mode 0700. Refuses with `code: 'EUNSAFE'` to write through a symbolic link.
 */
export async function writeAtomic(
  file: string,
  data: string | Uint8Array,
  options: { mode: number },
): Promise<void> {
  const folder = path.dirname(file)
  makeFolders(folder)
  await refuseUnless('a folder', folder, (stat) => stat.isDirectory())
  await refuseUnless('a regular file', file, (stat) => stat.isFile())
  const temporary = path.join(folder, `.${path.basename(file)}.${randomBytes(6).toString('hex')}`)
  try {
    await writeSynced(temporary, data, options.mode)
    await renamePatiently(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

async function refuseUnless(
  wanted: string,
  target: string,
  isWanted: (stat: Awaited<ReturnType<typeof lstat>>) => boolean,
): Promise<void> {
  const stat = await lstat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (stat === null || isWanted(stat)) return
  throw Object.assign(new Error(`${target} is not ${wanted}`), { code: UNSAFE_TARGET })
}

async function writeSynced(file: string, data: string | Uint8Array, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode)
  try {
    await handle.writeFile(data)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

// On Windows a virus scanner or an indexer may hold the target for some milliseconds.
async function renamePatiently(from: string, to: string): Promise<void> {
  for (const waitMs of RENAME_WAITS_MS) {
    try {
      return await rename(from, to)
    } catch (error) {
      if (!['EPERM', 'EBUSY', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error
      await wait(waitMs)
    }
  }
  return rename(from, to)
}

// Without it a crash may undo the rename. Where folders can't be opened, the system does it itself.
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
  } catch {
    return
  }
}
