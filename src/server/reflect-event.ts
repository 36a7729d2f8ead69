import { generic } from '../agents/generic/generic.js'
import { reflectInWorkspace } from '../wiring/reflector.js'
import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { openWorkspace } from '../wiring/workspace.js'
import type { Workspace } from '../wiring/workspace.js'
import type { ApiDeps } from './api/api-deps.js'

export type ReflectEventDeps = Pick<ApiDeps, 'host' | 'workspace' | 'env' | 'askRepository'>

export interface ReflectEventTerms {
  /** Its sender follows the live feed, and prompts an idle agent with what goes out there. */
  isWatched: boolean
  signal: AbortSignal
}

/** An event through `reflect` like one of a hook's, with the server as the one who stays. */
export function reflectEvent(
  event: AgentEvent,
  { isWatched, signal }: ReflectEventTerms,
  { host, workspace, env, askRepository }: ReflectEventDeps,
): Promise<Action> {
  const { store, now } = host
  const { mode } = workspace.loaded.values
  return reflectInWorkspace({
    event,
    workspace: mode === 'off' ? silenced(workspace) : workspace,
    store,
    mode: mode === 'orchestrated' ? 'orchestrated' : 'solo',
    capabilities: { ...generic.capabilities, canPromptIdle: isWatched },
    watcher: isWatched ? 'server' : null,
    askRepository,
    env,
    now,
    signal,
  })
}

/** What the server had planned itself is done with, and nothing goes out. */
const silenced = (workspace: Workspace): Workspace => ({
  ...workspace,
  loaded: { ...workspace.loaded, pauses: [{ session: null, until: null }] },
})

/** `reflect pause`, and a mode that a person switches, have their effect without a restart. */
export async function withFreshConfig<D extends ReflectEventDeps>(deps: D): Promise<D> {
  const { workspace, host, env } = deps
  const { root: cwd, home, author, settingsName } = workspace
  const { platform } = process
  const input = { cwd, env, home, author, platform, settingsName, now: host.now() }
  return {
    ...deps,
    workspace: await openWorkspace(input),
  }
}
