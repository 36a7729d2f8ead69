import { existsSync, statSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'
import { idName, timestampName } from '../../util/names-on-disk.js'
import { listOurs } from '../../util/our-folder.js'
import { writeAtomic } from '../../util/write-atomic.js'
import { hashOf } from './planned-edit.js'
import type { PlannedEdit } from './planned-edit.js'
import { dropReceipt, keepReceipt } from './receipts.js'
import { readTarget } from './settings-target.js'

/** Writes an install: backup, receipt, then the file. Returns the backup, if there is one. */
export async function writeInstall(
  edit: PlannedEdit,
  dataDir: string,
  { version, now }: { version: string; now: Date },
): Promise<string | null> {
  const { file, agent, scope, projectRoot, target, clean, after, receipt } = edit
  if (after === null || after === edit.before) return receipt?.backup ?? null
  refuseChanged(edit)
  const backup =
    clean === null
      ? null
      : path.join(dataDir, 'backups', `${idName(file)}-${timestampName(now)}.txt`)
  await guarded(target, async () => {
    if (backup !== null) await writeAtomic(backup, clean!, { mode: 0o600 })
    const folders = receipt?.backup === null ? receipt.folders : missingFolders(target)
    const written = { version, at: now.toISOString(), backup, sha256: hashOf(after), folders }
    await keepReceipt(dataDir, { file, agent, scope, projectRoot, ...written })
    await writeAtomic(target, after, { mode: modeOf(target, scope === 'user' ? 0o600 : 0o644) })
    const old = receipt?.backup ?? null
    if (old !== null && old !== backup) await removeBackup(old, dataDir)
  })
  return backup
}

/** Undoes an install: the file without our entries, or no file and none of the folders we made. */
export async function writeRemoval(edit: PlannedEdit, dataDir: string): Promise<void> {
  const { target, before, after, receipt, file } = edit
  refuseChanged(edit)
  await guarded(target, async () => {
    if (after === null) {
      await rm(target, { force: true })
      // A folder that is used by others now is not empty, and stays; one elsewhere was never made for this file.
      const made = (receipt?.folders ?? []).filter((folder) => target.startsWith(folder + path.sep))
      for (const folder of made.toReversed()) {
        await rmdir(folder).catch(() => undefined)
      }
    } else if (after !== before) await writeAtomic(target, after, { mode: modeOf(target, 0o600) })
    await dropReceipt(dataDir, file)
    // What could not be restored byte for byte may still be wanted.
    if (edit.exact && receipt?.backup) await removeBackup(receipt.backup, dataDir)
  })
}

/** A receipt that another program wrote may name any file: only what is among our backups goes. */
async function removeBackup(file: string, dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'backups')
  const isOurs = listOurs(folder, BACKUP).includes(path.basename(file))
  if (isOurs && path.dirname(file) === folder) await rm(file, { force: true })
}

/** A file's name and an instant. */
const BACKUP = /^[\w-][\w.-]{0,80}-\d{8}T\d{9}Z\.txt$/

function refuseChanged({ target, before, file }: PlannedEdit): void {
  if (readTarget(target) === before) return
  throw new ReflectError('io-failed', `${file} was changed by another program just now`, {
    remedy: 'Run the command again; nothing was changed.',
  })
}

async function guarded(target: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (cause instanceof ReflectError) throw cause
    throw new ReflectError('io-failed', `${target} can't be written: ${(cause as Error).message}`, {
      cause,
      remedy: 'Check that the folder is writable and that the disk is not full.',
    })
  }
}

/** The folders that will be made with the file, outermost first. */
function missingFolders(target: string): string[] {
  const folders: string[] = []
  for (let folder = path.dirname(target); !existsSync(folder); folder = path.dirname(folder)) {
    folders.unshift(folder)
  }
  return folders
}

const modeOf = (target: string, otherwise: number): number =>
  (statSync(target, { throwIfNoEntry: false })?.mode ?? otherwise) & 0o777
