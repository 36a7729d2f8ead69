import { accessSync, constants, readdirSync, statSync, type Stats } from 'node:fs'
import path from 'node:path'
import { CAPTURE_STALE_MS } from '../../moments/run/capture-lock.js'
import { isStaleLock } from '../../util/file-lock.js'
import type { Workspace } from '../../wiring/workspace.js'
import { about } from './check.js'
import type { Check } from './check.js'

/** Whether run records can be written beside the work. */
export const checkRecords: Check = async ({ workspace }) => {
  const { ok, broken } = about('records')
  const folder = recordsFolder(workspace)
  const nearest = nearestExisting(folder)
  const detail = `no run record can be written to ${folder}: ${nearest.path} is`
  if (!nearest.isFolder) return [broken(`${detail} not a folder`, 'Move it out of the way.')]
  if (isWritable(nearest.path)) return [ok(folder)]
  const remedy = 'Make it writable, or set REFLECTION_DIR to another folder.'
  return [broken(`${detail} read-only for you`, remedy)]
}

/** Locks that a killed capture left behind. The next capture of that session takes them over. */
export const checkLocks: Check = async ({ workspace, context }) => {
  const { notice } = about('lock')
  return locksIn(recordsFolder(workspace))
    .filter((file) => isStaleLock(file, CAPTURE_STALE_MS, context.now().getTime()))
    .map((file) =>
      notice(`${file} is stale: the capture that held it is gone`, `rm ${quoted(file)}`),
    )
}

function recordsFolder({ root, outputDir, loaded }: Workspace): string {
  const { dir } = loaded.environment
  return dir === null ? path.join(outputDir, 'runs') : path.resolve(root, dir)
}

function nearestExisting(folder: string): { path: string; isFolder: boolean } {
  const stat = statOf(folder)
  if (stat !== null) return { path: folder, isFolder: stat.isDirectory() }
  const parent = path.dirname(folder)
  return parent === folder ? { path: folder, isFolder: false } : nearestExisting(parent)
}

/** Below a file there is nothing: null, as for what is not there. */
function statOf(file: string): Stats | null {
  try {
    return statSync(file)
  } catch {
    return null
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function locksIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.lock'))
      .map((entry) => path.join(folder, entry.name))
  } catch {
    return []
  }
}

const quoted = (file: string): string => (/[^\w./-]/.test(file) ? JSON.stringify(file) : file)
