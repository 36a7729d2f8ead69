/**
 * One project served: its background loop, and the page of all projects where an address is given. It
 * keeps nothing of its own and may be killed at any moment.
 */
import path from 'node:path'
import { committedSettings } from '../config/session-settings.js'
import type { ServedProject, ServeProjectInput } from '../wiring/programs.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { bringUpSums } from '../sums/bring-up.js'
import { databaseFile } from '../wiring/workspace.js'
import type { ApiDeps } from './api/api-deps.js'
import { startBackgroundLoop } from './background-loop.js'
import type { BackgroundLoop } from './background-loop.js'
import { tidyNightly } from './background-loop/tidy-nightly.js'
import { writeWeeklyDigest } from './background-loop/weekly-digest.js'
import type { OpenedProject } from './projects.js'
import { reflectEvent, withFreshConfig } from './reflect-event.js'
import { startServer } from './server.js'
import { startDelivery } from '../wiring/start-delivery.js'
import { shareRepository } from './share-repository.js'
import { startTelemetry } from '../telemetry/telemetry.js'

export async function serveProject(input: ServeProjectInput): Promise<ServedProject> {
  const { host, abort, watchDir, env, page, version, hookDir, log } = input
  const settingsName = await committedSettings(input.workspace.loaded.project)
  const workspace = { ...input.workspace, settingsName }
  const askRepository = shareRepository()
  const deps = { host, workspace, env, askRepository }
  const others = new Map<string, BackgroundLoop>()
  const serve = async (project: OpenedProject): Promise<boolean> => {
    if (project.deps.host === host || others.has(project.id)) return false
    others.set(project.id, serveOther(project, { version, hookDir }))
    log(`${project.name} is served, too`)
    return true
  }
  const { platform } = input
  const server =
    page === null ? null : await startServer({ ...deps, ...page, platform, abort, serve })
  const loop = startLoop(deps, { abort, watchDir, version, hookDir, log })
  return {
    server,
    idle: loop.idle,
    async close() {
      for (const other of others.values()) await other.stop()
      await server?.close()
      await loop.stop()
    },
  }
}

interface LoopTerms {
  abort(): void
  watchDir: string | null
  version: string
  hookDir: string
  log(line: string): void
}

function serveOther(
  { deps, name, abort }: OpenedProject,
  program: Pick<LoopTerms, 'version' | 'hookDir'>,
): BackgroundLoop {
  const file = databaseFile(deps.workspace)
  const watchDir = file === null ? null : deps.workspace.stateDir
  const log = (line: string): void => deps.log(`${name}: ${line}`)
  return startLoop(deps, { abort, watchDir, ...program, log })
}

type LoopDeps = Pick<ApiDeps, 'host' | 'workspace' | 'env' | 'askRepository'>

function startLoop(deps: LoopDeps, terms: LoopTerms): BackgroundLoop {
  const { abort, watchDir, version, hookDir, log } = terms
  const { host, workspace } = deps
  const wake = async (event: AgentEvent) =>
    reflectEvent(event, { isWatched: true, signal: host.signal }, await withFreshConfig(deps))
  const nightly = async () => {
    const { signal } = host
    const end = await tidyNightly(workspace, host.store, { now: host.now(), signal })
    const written = await writeWeeklyDigest(workspace, host.store, host.now())
    if (written !== null) log(`The digest of the week is in ${written}`)
    return { isDone: end === 'tidied' || end === 'tidied-before' }
  }
  const deliver = () => startDelivery(workspace, { folder: hookDir, now: host.now() })
  // The first viewer of the page does not wait for it. It ends with the store at the latest.
  bringUpSums(host.store).catch(() => undefined)
  const settings = workspace.loaded.values.telemetry
  const telemetry = startTelemetry({
    settings,
    project: path.basename(workspace.root),
    version,
    withStore: (work) => work(host.store),
    now: host.now,
    signal: host.signal,
    onStart: () => log(`telemetry: exporting to ${settings.otlp.endpoint}`),
    report: log,
  })
  const loop = startBackgroundLoop({ host, abort, watchDir, wake, nightly, deliver, log })
  return {
    idle: loop.idle,
    // What hangs at a collector is not waited for.
    stop: async () => void (await Promise.all([telemetry?.stop(), loop.stop()])),
  }
}
