import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'
import { MAX_SPOOLED_FILES } from '../../store/spool.js'
import { listSpooled } from '../../store/spooled-file.js'
import { randomHex } from '../../util/random-hex.js'
import { databaseFile, spoolDir } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import { askStore } from './ask-store.js'
import { about } from './check.js'
import type { Check } from './check.js'

const { ok, notice, broken } = about('writing')
/** More than one event leaves behind. */
const PROBE_BYTES = 64 * 1024

/**
 * Whether what happens next would be recorded: a real write into the database, if there is one, and
 * one where the spool is. Neither leaves anything behind.
 */
export const checkWriting: Check = async ({ workspace, context }) => {
  const database = await tryDatabase(workspace, context.now())
  const spool = trySpool(spoolDir(workspace.stateDir))
  if (database === null && spool === null) return [ok('database and spool are writable')]
  if (database === null) return [notice(`the spool can't be written: ${spool}`, REMEDY)]
  const instead =
    spool === null
      ? 'events wait in the spool'
      : `nor does the spool (${spool}): events are not recorded, and hooks say not_recorded`
  const { why, remedy } = database
  return [broken(`the database can't be written: ${why}; ${instead}`, remedy)]
}

const REMEDY = 'Make room on the disk, or the folder writable for you; see `reflect db path`.'

/** Why it could not be written, or null. Where there is none yet, its folder is what counts. */
async function tryDatabase(
  workspace: Workspace,
  now: Date,
): Promise<{ why: string; remedy: string } | null> {
  const file = databaseFile(workspace)
  if (file === null) return null
  if (!existsSync(file)) {
    const why = tryFolder(path.dirname(file))
    return why === null ? null : { why, remedy: REMEDY }
  }
  try {
    await askStore(workspace, async (store) => {
      // Expired from the start: no reader sees it, and the next clean-up deletes it.
      await store.writeCache('doctor', 'x'.repeat(PROBE_BYTES), now.toISOString())
      await store.writeCache('doctor', '', now.toISOString())
    })
    return null
  } catch (error) {
    if (error instanceof ReflectError) return { why: error.code, remedy: error.remedy ?? REMEDY }
    throw error
  }
}

function trySpool(dir: string): string | null {
  if (listSpooled(dir).length >= MAX_SPOOLED_FILES) return `${MAX_SPOOLED_FILES} files wait in it`
  return tryFolder(dir)
}

/** A file that is written, synced and removed, in the folder or in the nearest one above it. */
function tryFolder(dir: string): string | null {
  if (!existsSync(dir) && path.dirname(dir) !== dir) return tryFolder(path.dirname(dir))
  const file = path.join(dir, `.reflectory-doctor.${randomHex(12)}`)
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    try {
      writeFileSync(descriptor, Buffer.alloc(PROBE_BYTES))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
      rmSync(file, { force: true })
    }
    return null
  } catch (error) {
    return `${String((error as NodeJS.ErrnoException).code)} in ${dir}`
  }
}
