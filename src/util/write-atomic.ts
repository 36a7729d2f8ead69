import { closeSync, fsync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Stats } from 'node:fs'
import path from 'node:path'
import { holdFolder } from './held-folder.js'
import { makeFolders } from './make-folders.js'
import { UNSAFE_TARGET } from './our-folder.js'
import { randomHex } from './random-hex.js'

const RENAME_WAITS_MS = [10, 20, 40, 80, 160]

export interface WriteOptions {
  mode: number
  /**
   * Whether it has to outlast a power cut. Without, it is whole whatever becomes of the process.
   * @default true
   */
  synced?: boolean
  /** No folder between this one and the file may be a link, or become one while it is written (on Linux). */
  root?: string
}

/**
 * Writes a file whole or not at all: a temporary file beside it, fsync, rename. Makes missing
 * folders with mode 0700. Refuses with `code: 'EUNSAFE'` to write through a symbolic link.
 */
export async function writeAtomic(
  file: string,
  data: string | Uint8Array,
  { mode, synced = true, root }: WriteOptions,
): Promise<void> {
  const folder = path.dirname(file)
  makeFolders(folder)
  const held = root === undefined ? null : holdFolder(root, folder)
  if (held === null) refuseUnless('a folder', folder, (stat) => stat.isDirectory())
  try {
    await writeBeside(path.join(held?.path ?? folder, path.basename(file)), data, { mode, synced })
    if (synced) await syncFolder(held?.path ?? folder)
  } finally {
    held?.close()
  }
}

async function writeBeside(
  file: string,
  data: string | Uint8Array,
  options: WriteOptions,
): Promise<void> {
  refuseUnless('a regular file', file, (stat) => stat.isFile())
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomHex(12)}`)
  try {
    await writeNew(temporary, data, options)
    await renamePatiently(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function refuseUnless(wanted: string, target: string, isWanted: (stat: Stats) => boolean): void {
  const stat = lstatSync(target, { throwIfNoEntry: false })
  if (stat === undefined || isWanted(stat)) return
  throw Object.assign(new Error(`${target} is not ${wanted}`), { code: UNSAFE_TARGET })
}

// Steps that take microseconds are not worth a wait; the disk is.
async function writeNew(
  file: string,
  data: string | Uint8Array,
  { mode, synced }: WriteOptions,
): Promise<void> {
  const handle = openSync(file, 'wx', mode)
  try {
    writeFileSync(handle, data)
    if (synced) await sync(handle)
  } finally {
    closeSync(handle)
  }
}

const sync = (handle: number): Promise<void> =>
  new Promise((resolve, reject) =>
    fsync(handle, (error) => (error === null ? resolve() : reject(error))),
  )

// On Windows a virus scanner or an indexer may hold the target for some milliseconds.
async function renamePatiently(from: string, to: string): Promise<void> {
  for (const waitMs of RENAME_WAITS_MS) {
    try {
      return renameSync(from, to)
    } catch (error) {
      if (!['EPERM', 'EBUSY', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  return renameSync(from, to)
}

// Without it a crash may undo the rename. Where folders can't be opened, the system does it itself.
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = openSync(folder, 'r')
    await sync(handle).finally(() => closeSync(handle))
  } catch {
    return
  }
}
