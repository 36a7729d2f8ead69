/**
 * The library's front door: one project, opened for a program that drives or watches an agent
 * itself. It tells what happened, and does what the answer says.
 */
import { homedir } from 'node:os'
import type { AgentCapabilities } from '../agent.js'
import { readReflectorEvent } from './reflector-event.js'
import type { ReflectorEvent } from './reflector-event.js'
import { reflectInWorkspace } from './reflector.js'
import { settleSessions } from './settle-sessions.js'
import type { Action } from '../schema/action.js'
import type { Store } from '../store.js'
import { uniqueId } from '../util/unique-id.js'
import { userName } from '../util/user-name.js'
import { openStore, openWorkspace } from './workspace.js'

/** Where and how a reflector works; all of it may be left out. */
export interface ReflectorOptions {
  /** A folder of the project. @default process.cwd() */
  cwd?: string
  /**
   * A library call does what it says, whatever the config's mode: `solo` answers, `orchestrated`
   * records only.
   * @default 'solo'
   */
  mode?: 'solo' | 'orchestrated'
  /** Stays open when the reflector closes. @default the project's own, in the user's state directory */
  store?: Store
  /** @default one that can be told to go on, without a cap */
  capabilities?: AgentCapabilities
  /** @default process.env */
  env?: NodeJS.ProcessEnv
  /** @default the user's home directory */
  home?: string
  /** Whose the rows are that are written; null when that is not known. @default the user's name */
  author?: string | null
  /** @default the present */
  now?: () => Date
  /** @default 10000 */
  timeoutMs?: number
}

/** A project that is open for events. */
export interface Reflector {
  store: Store
  /** One event in, at most one action out. Rejects with `payload-invalid` what is no event. */
  reflect(event: ReflectorEvent): Promise<Action>
  /** Closes what was opened here; a store that was passed in is its owner's to close. */
  close(): Promise<void>
}

/** Opens a project for a program that drives or watches an agent itself. */
export async function openReflector(options: ReflectorOptions = {}): Promise<Reflector> {
  const { cwd = process.cwd(), mode = 'solo', now = () => new Date(), env = process.env } = options
  // Loaded here, so that importing the library loads no agent.
  const { generic } = await import('../agents/generic/generic.js')
  const home = options.home ?? homedir()
  const { author = userName() } = options
  const { platform } = process
  const workspace = await openWorkspace({ cwd, env, home, author, platform, now: now() })
  const opened =
    options.store === undefined
      ? await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 10_000 })
      : null
  const store = opened ?? options.store!
  return {
    store,
    async reflect(event) {
      const context = {
        eventName: null,
        id: uniqueId(now()),
        now: now().toISOString(),
        degraded: null,
      }
      const decoded = generic.decode({ cwd, ...readReflectorEvent(event) }, context)!
      const action = await reflectInWorkspace({
        event: decoded,
        workspace,
        store,
        mode,
        capabilities: options.capabilities ?? generic.capabilities,
        loadTranscriptReader: generic.loadTranscriptReader,
        env,
        now,
        signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
      })
      await settleSessions(workspace, store, { event: decoded, now: now() })
      return action
    },
    close: async () => opened?.close(),
  }
}
