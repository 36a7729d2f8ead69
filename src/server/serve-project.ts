/**
 * One project served: its background loop, and the page with its API where an address is given. It
 * keeps nothing of its own and may be killed at any moment.
 */
import type { Host } from '../open-host.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { Workspace } from '../workspace.js'
import { startBackgroundLoop } from './background-loop.js'
import { tidyNightly } from './background-loop/tidy-nightly.js'
import { reflectEvent, withConfigOfNow } from './reflect-event.js'
import { startServer } from './server.js'
import type { ReflectServer, ServerOptions } from './server.js'
import { shareRepository } from './share-repository.js'

export interface ServeProjectInput {
  host: Host
  workspace: Workspace
  /** Ends the host's signal. */
  abort(): void
  /** A folder that changes when another process writes to the store. */
  watchDir: string | null
  env: ServerOptions['env']
  /** null serves no page: tasks and the cycle run, nothing else. */
  page: Omit<ServerOptions, 'host' | 'workspace' | 'env' | 'askRepository'> | null
  /** Told what the background loop does. */
  log(line: string): void
}

export interface ServedProject {
  server: ReflectServer | null
  /** Resolves when nothing is due and nothing runs. */
  idle(): Promise<void>
  close(): Promise<void>
}

export async function serveProject(input: ServeProjectInput): Promise<ServedProject> {
  const { host, workspace, abort, watchDir, env, page, log } = input
  const askRepository = shareRepository(() => host.now().getTime())
  const deps = { host, workspace, env, askRepository }
  const server = page === null ? null : await startServer({ ...deps, ...page })
  const wake = async (event: AgentEvent) =>
    reflectEvent(event, { isWatched: true, signal: host.signal }, await withConfigOfNow(deps))
  const nightly = async () => {
    const terms = { now: host.now(), signal: host.signal }
    const end = await tidyNightly(workspace, host.store, terms)
    return { isDone: end === 'tidied' || end === 'tidied-before' }
  }
  const loop = startBackgroundLoop({ host, abort, watchDir, wake, nightly, log })
  return {
    server,
    idle: loop.idle,
    async close() {
      await server?.close()
      await loop.stop()
    },
  }
}
