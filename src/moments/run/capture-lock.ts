import path from 'node:path'
import { withFileLock } from '../../util/file-lock.js'
import type { Locked } from '../../util/file-lock.js'
import { idName } from '../../util/names-on-disk.js'

/** A stale lock must not silence capture for ever. */
export const CAPTURE_STALE_MS = 60_000

/** Runs the work unless another live capture of this session is under way. */
export function withCaptureLock<T>(
  directory: string,
  sessionId: string,
  nowMs: number,
  work: () => Promise<T>,
): Promise<Locked<T>> {
  const lock = path.join(directory, `${idName(sessionId)}.lock`)
  const options = { patienceMs: 0, staleMs: CAPTURE_STALE_MS, now: () => nowMs }
  return withFileLock(lock, options, work)
}
