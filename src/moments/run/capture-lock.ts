import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { idName } from '../../util/names-on-disk.js'

/** A stale lock must not silence capture for ever. */
const STALE_MS = 60_000

/** Runs the work unless another live capture of this session is under way; null when one is. */
export async function withCaptureLock<T>(
  directory: string,
  sessionId: string,
  nowMs: number,
  work: () => Promise<T>,
): Promise<T | null> {
  const file = path.join(directory, `${idName(sessionId)}.lock`)
  if (!take(file) && !takeOver(file, nowMs)) return null
  const release = () => rmSync(file, { force: true })
  // A process that runs out of its time ends in the middle of the work.
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, String(process.pid))
    closeSync(handle)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  }
}

/** Removing and taking are two steps; between them only one of two rivals can create the file. */
function takeOver(file: string, nowMs: number): boolean {
  if (!isStale(file, nowMs)) return false
  rmSync(file, { force: true })
  return take(file)
}

/** Nobody holds it any more: it is too old, or its process is gone. */
export function isStale(file: string, nowMs: number): boolean {
  try {
    if (nowMs - statSync(file).mtimeMs > STALE_MS) return true
    const pid = Number(readFileSync(file, 'utf8'))
    // An empty file belongs to a process between creating and writing it.
    return Number.isInteger(pid) && pid > 0 && !isAlive(pid)
  } catch {
    return true
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
