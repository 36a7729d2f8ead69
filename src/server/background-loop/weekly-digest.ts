import path from 'node:path'
import { readDigest } from '../../read-digest.js'
import { renderDigest } from '../../render-digest.js'
import type { Store } from '../../store.js'
import { writeAtomic } from '../../util/write-atomic.js'
import type { Workspace } from '../../workspace.js'

const MARK = 'digest:week'
const DAY_MS = 86_400_000
const DAYS = 7

/**
 * Last week's digest as a file, once a week over all servers: on Monday, or as soon after it as a
 * server runs. Returns the file; null where none is wanted or the week has its own.
 */
export async function writeWeeklyDigest(
  workspace: Workspace,
  store: Store,
  now: Date,
): Promise<string | null> {
  const { digestDir } = workspace.loaded.values.serve
  if (digestDir === undefined) return null
  const monday = mondayOf(now)
  const at = now.toISOString()
  const expiresAt = new Date(monday.getTime() + DAYS * DAY_MS).toISOString()
  if (!(await store.claimCache(MARK, at, { now: at, expiresAt }))) return null
  try {
    const digest = await readDigest(workspace, store, { now, days: DAYS })
    const name = `${digest.project}-${monday.toISOString().slice(0, 10)}.html`
    const file = path.join(inHome(digestDir, workspace), name)
    await writeAtomic(file, `${renderDigest(digest, 'html')}\n`, { mode: 0o600 })
    return file
  } catch (error) {
    // The next pass tries again.
    await store.writeCache(MARK, 'failed', at)
    throw error
  }
}

/** Midnight (UTC) at which the week of an instant began. */
function mondayOf(now: Date): Date {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return new Date(midnight - ((now.getUTCDay() + 6) % 7) * DAY_MS)
}

const inHome = (dir: string, { home, stateDir }: Workspace): string =>
  path.resolve(stateDir, dir.startsWith('~/') ? path.join(home, dir.slice(2)) : dir)
