import { generic } from '../agents/generic/generic.js'
import { readPauses } from '../config/read-pauses.js'
import { reflectInWorkspace } from '../reflector.js'
import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'
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
  const { store, now, config } = host
  return reflectInWorkspace({
    event,
    workspace,
    store,
    mode: config.mode === 'orchestrated' ? 'orchestrated' : 'solo',
    capabilities: { ...generic.capabilities, canPromptIdle: isWatched },
    watcher: isWatched ? 'server' : null,
    askRepository,
    env,
    now,
    signal,
  })
}

/** `reflect pause` has its effect without a restart. */
export function withPausesOfNow<D extends ReflectEventDeps>(deps: D): D {
  const { workspace, host } = deps
  const pauses = readPauses(workspace.stateDir, host.now())
  return { ...deps, workspace: { ...workspace, loaded: { ...workspace.loaded, pauses } } }
}
