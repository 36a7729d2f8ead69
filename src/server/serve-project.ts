/**
 * One project served: its background loop, and the page with its API where an address is given. It
 * keeps nothing of its own and may be killed at any moment.
 */
import { committedSettings } from '../config/session-settings.js'
import type { ServedProject, ServeProjectInput } from '../programs.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { startBackgroundLoop } from './background-loop.js'
import { tidyNightly } from './background-loop/tidy-nightly.js'
import { reflectEvent, withConfigOfNow } from './reflect-event.js'
import { startServer } from './server.js'
import { bringUpSums } from '../sums/bring-up.js'
import { shareRepository } from './share-repository.js'

export async function serveProject(input: ServeProjectInput): Promise<ServedProject> {
  const { host, abort, watchDir, env, page, log } = input
  const settingsName = await committedSettings(input.workspace.loaded.project)
  const workspace = { ...input.workspace, settingsName }
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
  // Whoever opens the page first does not wait for it. It ends with the store at the latest.
  bringUpSums(host.store).catch(() => undefined)
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
