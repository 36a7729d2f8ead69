import { readdirSync } from 'node:fs'
import path from 'node:path'
import { CAPTURE_STALE_MS } from '../../moments/run/capture-lock.js'
import { isStaleLock } from '../../util/file-lock.js'
import { notice } from './check.js'
import type { Check } from './check.js'

/** Locks that a killed capture left behind. The next capture of that session takes them over. */
export const checkLocks: Check = async ({ workspace, context }) => {
  const { dir } = workspace.loaded.environment
  const folder =
    dir === null ? path.join(workspace.outputDir, 'runs') : path.resolve(workspace.root, dir)
  const now = context.now().getTime()
  return locksIn(folder)
    .filter((file) => isStaleLock(file, CAPTURE_STALE_MS, now))
    .map((file) =>
      notice('lock', `${file} is stale: the capture that held it is gone`, `rm ${quoted(file)}`),
    )
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
