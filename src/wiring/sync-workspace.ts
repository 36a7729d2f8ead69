import { agents } from './agent-registry.js'
import { readChecks } from '../config/checks-file.js'
import type { Env } from '../config/paths.js'
import { openKeptLessons } from '../memory/kept-lessons.js'
import { openTracked } from './open-tracked.js'
import { readSelfFacts } from '../self/self-facts.js'
import { weighTeamLines } from '../self/team-lines.js'
import type { TeamLogin } from '../team/login-file.js'
import { senderLock } from '../team/places.js'
import { syncTeam } from '../team/sync.js'
import type { SyncReport } from '../team/sync.js'
import { updateSelfModelDaily } from './update-self-model.js'
import { withFileLock } from '../util/file-lock.js'
import { lessonFile, openStore } from './workspace.js'
import type { Workspace } from './workspace.js'

export interface SyncWorkspaceInput {
  login: TeamLogin
  env: Env
  platform: NodeJS.Platform
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
  { login, env, platform, now, signal }: SyncWorkspaceInput,
): Promise<SyncReport> {
  const store = await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 10_000 })
  const storage = openKeptLessons(workspace.loaded.values.lessons, {
    file: lessonFile(workspace),
    store,
    home: workspace.home,
  })
  try {
    const { home, stateDir } = workspace
    const place = { env, platform, home, stateDir }
    const checks = await readChecks(place).catch(() => [])
    await updateSelfModelDaily(workspace, store, now())
    const { team, experiments } = workspace.loaded.values
    const report = await syncTeam({
      store,
      storage,
      tracked: openTracked(workspace.root, place),
      login,
      share: team.share,
      agents: Object.keys(agents),
      checks: checks.map(({ name }) => name),
      now,
      signal,
    })
    if (report.received > 0) {
      const facts = await readSelfFacts(store, { now: now(), exposures: [] })
      await weighTeamLines(store, { facts, now: now(), high: experiments.highConfidence })
    }
    return report
  } finally {
    await storage.close()
    await store.close()
  }
}
