/**
 * `reflect` for one project: the world it needs, put together from a workspace, a store and a
 * client's capabilities. Hooks and library callers get the same one.
 */
import type { Agent, AgentCapabilities } from '../agent.js'
import type { OwnChecks } from '../checks.js'
import { pauseFor } from '../config/read-pauses.js'
import { observe } from '../read/observe.js'
import type { AskRepository } from '../read/observe.js'
import { actWeights, readerDir } from '../read/prose/own-weights.js'
import { findStartPoint, findUncommitted } from '../read/repository.js'
import type { RepositoryOpening } from '../read/repository.js'
import type { Backend } from '../model/backend.js'
import { reflect } from '../reflect.js'
import { logDecision } from './hook-log.js'
import { openTracked } from './open-tracked.js'
import type { ReflectDeps } from '../reflect.js'
import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { Store } from '../store.js'
import { uniqueId } from '../util/unique-id.js'
import { lessonFile, openModelOf, openTurnFixtures } from './workspace.js'
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
  /** The same, for an event that comes without it, on demand. */
  loadTranscript?: () => Promise<unknown>
  /** This process, if it stays and can prompt the client while it is idle. @default null */
  watcher?: ReflectDeps['watcher']
  /** Whether a person sits at the session. @default null: the client does not say */
  isAttended?: boolean | null
  /** A client's own hook tells what its user typed. @default false: a program hands it in */
  hearsPerson?: boolean
  /** `REFLECTION_PARENT` is set, and not by us: it is judged, and nothing is started. @default false */
  isClaimed?: boolean
  /** The client has ended, or is about to. @default it stays */
  isGone?: ReflectDeps['isGone']
  /** The client's own model, where it lends one. */
  lent?: Backend
  /** The user's checks, where a stop may run them. @default none */
  checks?: () => Promise<OwnChecks | null>
  env: Readonly<Record<string, string | undefined>>
  /** @default this machine's */
  platform?: NodeJS.Platform
  /** Told what went wrong without costing the answer. */
  report?: ReflectDeps['report']
  now(): Date
  signal: AbortSignal
  /** @default 30000 */
  leaseMs?: number
  /** How long a judge model may take. @default 20000; 180000 with a watcher */
  judgeTimeoutMs?: number
}

/** How old what P1 said may be at a capture; the list of runs for review looks again. */
const GATE_AGE_MS = 24 * 60 * 60 * 1000

export function reflectInWorkspace(input: ReflectorInput): Promise<Action> {
  const { event, workspace, store, mode, capabilities, now, signal } = input
  const { loadTranscriptReader } = input
  const { root, outputDir, loaded } = workspace
  const { platform = process.platform, isClaimed = false } = input
  const reader = readerDir(workspace.stateDir)
  return reflect(event, {
    actWeights: () => actWeights(reader),
    ...(input.leaseMs === undefined ? {} : { leaseMs: input.leaseMs }),
    ...(input.judgeTimeoutMs === undefined ? {} : { judgeTimeoutMs: input.judgeTimeoutMs }),
    watcher: input.watcher ?? null,
    ...(input.isGone === undefined ? {} : { isGone: input.isGone }),
    ...(input.checks === undefined ? {} : { checks: input.checks }),
    store,
    mode,
    capabilities,
    now,
    signal,
    outputDir,
    lessonFile: lessonFile(workspace),
    model: isClaimed ? null : openModelOf(workspace, store, input),
    turnFixtures: openTurnFixtures(workspace, input),
    isCi: input.env['CI'] === 'true',
    isAttended: input.isAttended ?? null,
    hearsPerson: input.hearsPerson === true && !isClaimed,
    projectRoot: root,
    home: workspace.home,
    config: loaded.values,
    environment: loaded.environment,
    settingsFaults: loaded.faults.map(({ message }) => `left out: ${message}`),
    openTracked: (root) => openTracked(root, { ...input, ...workspace, platform }, signal),
    findStartPoint: () => findStartPoint(root),
    findUncommitted: () => findUncommitted(root, { signal }),
    observe: async (event, { projectRoot, startPoint, told }) => {
      const at = now().toISOString()
      const transcript = input.transcript ?? (await input.loadTranscript?.())
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
        transcript,
        store,
        actWeights: () => actWeights(reader),
      })
    },
    confidenceGate: async () => {
      const { lookAtConfidenceGate } = await import('../experiments/confidence-gate.js')
      const { highConfidence: high } = loaded.values.experiments
      return lookAtConfidenceGate(store, { high, now: now(), maxAgeMs: GATE_AGE_MS })
    },
    earlierFixes: async (files) => {
      const { findEarlierFixes } = await import('../read/repository/earlier-fixes.js')
      return findEarlierFixes(workspace.stateDir, files)
    },
    own: loaded.environment.parent !== null && !isClaimed,
    paused: pauseFor(loaded.pauses, event.sessionId) !== null,
    nextId: () => uniqueId(now()),
    ...(loaded.environment.debug
      ? { trace: (decision) => logDecision(workspace, decision, now()) }
      : {}),
    ...(input.report === undefined ? {} : { report: input.report }),
  })
}
