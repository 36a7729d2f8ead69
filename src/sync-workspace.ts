import { openTrackedFiles } from './evidence/repository/tracked-files.js'
import { openKeptLessons } from './memory/kept-lessons.js'
import type { TeamLogin } from './team/login-file.js'
import { senderLock } from './team/places.js'
import { syncTeam } from './team/sync.js'
import type { SyncReport } from './team/sync.js'
import { withFileLock } from './util/file-lock.js'
import { lessonFile, openStore } from './workspace.js'
import type { Workspace } from './workspace.js'

export interface SyncWorkspaceInput {
  login: TeamLogin
  now(): Date
  /** Ends it between two questions, and in the middle of one. */
  signal: AbortSignal
}

/** Runs the work while no other process of this machine delivers for the project; null when one does. */
export async function asSender<T>(
  { stateDir }: Pick<Workspace, 'stateDir'>,
  { patienceMs, now }: { patienceMs: number; now(): Date },
  work: () => Promise<T>,
): Promise<T | null> {
  const terms = { patienceMs, staleMs: STALE_MS, now: () => now().getTime() }
  const locked = await withFileLock(senderLock(stateDir), terms, work)
  return locked.held ? locked.value : null
}

/** No sender lives longer; one whose process is gone is noticed at once. */
const STALE_MS = 10 * 60_000

/** Sends what waits in the project's store, and keeps what comes back there. */
export async function syncWorkspace(
  workspace: Workspace,
  { login, now, signal }: SyncWorkspaceInput,
): Promise<SyncReport> {
  const store = await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 10_000 })
  const storage = openKeptLessons(workspace.loaded.values.lessons, {
    file: lessonFile(workspace),
    store,
    home: workspace.home,
  })
  try {
    const tracked = openTrackedFiles(workspace.root)
    const { share } = workspace.loaded.values.team
    return await syncTeam({ store, storage, tracked, login, share, now, signal })
  } finally {
    await storage.close()
    await store.close()
  }
}
