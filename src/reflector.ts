/**
 * `reflect` for one project: the world it needs, put together from a workspace, a store and a
 * client's capabilities. Hooks and library callers get the same one.
 */
import type { Agent, AgentCapabilities } from './agent.js'
import { pauseFor } from './config/read-pauses.js'
import { observe } from './evidence/observe.js'
import type { AskRepository } from './evidence/observe.js'
import { findStartPoint } from './evidence/repository.js'
import type { RepositoryOpening } from './evidence/repository.js'
import type { Backend } from './model/backend.js'
import { reflect } from './reflect.js'
import type { ReflectDeps } from './reflect.js'
import type { Action } from './schema/action.js'
import type { AgentEvent } from './schema/agent-event.js'
import type { Store } from './store.js'
import { uniqueId } from './util/unique-id.js'
import { lessonFile, openModelOf, openStore, openTurnFixtures, openWorkspace } from './workspace.js'
import type { Workspace } from './workspace.js'

export interface ReflectorInput {
  event: AgentEvent
  workspace: Workspace
  store: Store
  mode: ReflectDeps['mode']
  capabilities: AgentCapabilities
  /** The project's repository, where it was asked early. */
  opening?: RepositoryOpening | undefined
  /** Answers for the repository in git's place. @default asks git */
  askRepository?: AskRepository
  /** Absent: the client's transcripts are not read. */
  loadTranscriptReader?: Agent['loadTranscriptReader']
  /** The session as the client hands it over, where it does. */
  transcript?: unknown
  /** This process, if it stays and can prompt the client while it is idle. @default null */
  watcher?: ReflectDeps['watcher']
  /** The client's own model, where it lends one. */
  lent?: Backend
  env: Readonly<Record<string, string | undefined>>
  /** Told what went wrong without costing the answer. */
  report?: ReflectDeps['report']
  now(): Date
  signal: AbortSignal
  /** @default 30000 */
  leaseMs?: number
}

export function reflectInWorkspace(input: ReflectorInput): Promise<Action> {
  const { event, workspace, store, mode, capabilities, now, signal } = input
  const { loadTranscriptReader } = input
  const { root, outputDir, loaded } = workspace
  return reflect(event, {
    ...(input.leaseMs === undefined ? {} : { leaseMs: input.leaseMs }),
    watcher: input.watcher ?? null,
    store,
    mode,
    capabilities,
    now,
    signal,
    outputDir,
    lessonFile: lessonFile(workspace),
    model: openModelOf(workspace, store, input),
    turnFixtures: openTurnFixtures(workspace, input),
    isCi: input.env['CI'] === 'true',
    projectRoot: root,
    home: workspace.home,
    config: loaded.values,
    environment: loaded.environment,
    findStartPoint: () => findStartPoint(root),
    observe: async (event, { projectRoot, startPoint, told }) => {
      const at = now().toISOString()
      return observe({
        event,
        projectRoot,
        startPoint,
        told,
        now: at,
        signal,
        opening: input.opening,
        askRepository: input.askRepository,
        loadTranscriptReader,
        home: workspace.home,
        transcript: input.transcript,
        store,
      })
    },
    own: loaded.environment.parent !== null,
    paused: pauseFor(loaded.pauses, event.sessionId) !== null,
    nextId: () => uniqueId(now()),
    ...(input.report === undefined ? {} : { report: input.report }),
  })
}

export interface ReflectorOptions {
  /** A folder of the project. */
  cwd: string
  /**
   * A library call does what it says, whatever the config's mode: `solo` answers, `orchestrated`
   * records only.
   * @default 'solo'
   */
  mode?: 'solo' | 'orchestrated'
  /** @default the project's own, in the user's state directory */
  store?: Store
  /** @default one that can be told to go on, without a cap */
  capabilities?: AgentCapabilities
  /** @default process.env */
  env?: NodeJS.ProcessEnv
  /** @default the user's home directory */
  home?: string
  /** @default the present */
  now?: () => Date
  /** @default 10000 */
  timeoutMs?: number
}

export interface Reflector {
  store: Store
  /**
   * One event in, at most one action out. The event is an AgentEvent; what can be filled in may be
   * left out (`schemas/agent-event.schema.json` has all fields).
   */
  reflect(
    event: { kind: AgentEvent['kind']; sessionId: string } & Record<string, unknown>,
  ): Promise<Action>
  close(): Promise<void>
}

/** Opens a project for a program that drives or watches an agent itself. */
export async function openReflector(options: ReflectorOptions): Promise<Reflector> {
  const { cwd, mode = 'solo', now = () => new Date(), env = process.env } = options
  // A hook has its own agent, and no use for this one.
  const { generic } = await import('./agents/generic/generic.js')
  const home = options.home ?? process.getBuiltinModule('node:os').homedir()
  const workspace = await openWorkspace({ cwd, env, home, platform: process.platform, now: now() })
  const store =
    options.store ?? (await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 10_000 }))
  return {
    store,
    reflect(raw) {
      const context = {
        eventName: null,
        id: uniqueId(now()),
        now: now().toISOString(),
        degraded: null,
      }
      return reflectInWorkspace({
        event: generic.decode({ cwd, ...raw }, context)!,
        workspace,
        store,
        mode,
        capabilities: options.capabilities ?? generic.capabilities,
        loadTranscriptReader: generic.loadTranscriptReader,
        env,
        now,
        signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
      })
    },
    close: () => store.close(),
  }
}
