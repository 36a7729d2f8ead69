import path from 'node:path'
import { openDueRowQueue } from '../../queue/due-rows.js'
import { readDigest } from '../../digest/read-digest.js'
import { renderDigest } from '../../digest/render-digest.js'
import type { Store } from '../../store.js'
import { mondayOf } from '../../util/monday-of.js'
import { writeAtomic } from '../../util/write-atomic.js'
import type { Workspace } from '../../wiring/workspace.js'

const KIND = 'weekly-digest'
const DAYS = 7
/** Of weeks whose digest failed; they come first. */
const MAX_LEFT = 50
/** One that was killed at it keeps others from it no longer than this. */
const LEASE_MS = 10 * 60_000

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
  const queue = openDueRowQueue(store, { now: () => now, leaseMs: LEASE_MS })
  const monday = mondayOf(now).toISOString()
  const week = monday.slice(0, 10)
  await queue.plan([{ id: week, kind: KIND, dueAt: monday, payload: {} }])
  let written: string | null = null
  for (const job of await queue.take([KIND], MAX_LEFT)) {
    // One that was left from another week would tell days of this one under its name.
    if (job.id === week) {
      const digest = await readDigest(workspace, store, { now, days: DAYS })
      written = path.join(inHome(digestDir, workspace), `${digest.project}-${week}.html`)
      await writeAtomic(written, `${renderDigest(digest, 'html')}\n`, { mode: 0o600 })
    }
    await queue.settle(job)
  }
  return written
}

const inHome = (dir: string, { home, stateDir }: Workspace): string =>
  path.resolve(stateDir, dir.startsWith('~/') ? path.join(home, dir.slice(2)) : dir)
