/**
 * One event of an agent, from its payload to the reply. Whatever happens, the reply is something
 * the client understands, in time; what went wrong is in the log.
 */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Agent } from '../agent.js'
import type { Env } from '../config/paths.js'
import { stateHome } from '../config/paths.js'
import { observe } from '../evidence/observe.js'
import { findStartPoint } from '../evidence/repository.js'
import { reflect } from '../reflect.js'
import type { ReflectDeps } from '../reflect.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { Store } from '../store.js'
import { openSpoolStore } from '../store/spool-store.js'
import { allowedFile } from '../util/allowed-file.js'
import { uniqueId } from '../util/unique-id.js'
import { openStore, openWorkspace, spoolDir } from '../workspace.js'
import type { Workspace } from '../workspace.js'
import { describeFailure, writeHookLog } from './hook-log.js'
import { readPayload } from './read-payload.js'
import type { ReadPayload } from './read-payload.js'
import { findSessionPlace } from './session-place.js'

export interface HookInput {
  agent: Agent
  /** The event named on the command line, for clients whose payload names none. */
  eventName: string | null
  stdin: Readable
  env: Env
  home: string
  platform: NodeJS.Platform
  cwd: string
  now(): Date
  signal: AbortSignal
}

// The driver blocks the thread while it waits, and no timer can cut that short.
const BUSY_TIMEOUT_MS = 150
const DRAIN_ROWS = 200

export async function runHook(input: HookInput): Promise<string> {
  const { agent } = input
  const payload = await readPayload(input.stdin)
  const event = receive(payload, input)
  if (event === null) return agent.silence

  const home = stateHome(input.env, input.home, input.platform)
  const place = findSessionPlace(home, event, event.cwd ?? input.cwd)
  const workspace = await openWorkspace({ ...input, project: place.project, now: input.now() })
  const { mode } = workspace.loaded.values
  if (mode === 'off') return agent.silence

  place.keep()
  const { store, failure } = await openAnyStore(workspace, input)
  try {
    const deps = makeDeps(input, event, workspace, { store, blind: failure !== null }, mode)
    return agent.encode(await reflect(event, deps), event)
  } finally {
    await store.close()
  }
}

/** The event, with an id that is the same when the client delivers it twice. */
function receive(payload: ReadPayload, { agent, eventName, home, now }: HookInput): AgentEvent | null {
  const context = {
    eventName,
    id: uniqueId(now()),
    now: now().toISOString(),
    degraded: payload.degraded,
  }
  const event = agent.decode(payload.value, context)
  if (event === null || event.transcriptPath === null) return event
  const transcript = allowedFile(event.transcriptPath, agent.transcriptRoots(home))
  // A hook that is installed twice gets the same bytes while the transcript stands still. Without
  // a transcript two equal stops can't be told from one stop delivered twice.
  const id =
    transcript !== null && event.id === context.id
      ? createHash('sha256').update(`${transcript.size}\n${payload.text}`).digest('hex').slice(0, 32)
      : event.id
  return { ...event, id, transcriptPath: transcript?.path ?? null }
}

/** The store, or the spool when it can't be had in time. */
async function openAnyStore(
  workspace: Workspace,
  { now }: HookInput,
): Promise<{ store: Store; failure: unknown }> {
  try {
    const options = { busyTimeoutMs: BUSY_TIMEOUT_MS, drainRows: DRAIN_ROWS }
    return { store: await openStore(workspace, options), failure: null }
  } catch (failure) {
    logFailure(workspace, failure, 'open the store', now())
    const store = openSpoolStore(spoolDir(workspace.stateDir), () => uniqueId(now()))
    return { store, failure }
  }
}

function makeDeps(
  input: HookInput,
  event: AgentEvent,
  workspace: Workspace,
  { store, blind }: { store: Store; blind: boolean },
  mode: ReflectDeps['mode'],
): ReflectDeps {
  const { root, loaded } = workspace
  const { now, signal } = input
  return {
    store,
    blind,
    model: null,
    config: loaded.values,
    mode,
    environment: loaded.environment,
    capabilities: input.agent.capabilities,
    projectRoot: root,
    outputDir: workspace.outputDir,
    findStartPoint: () => findStartPoint(root),
    observe: async (event, { projectRoot, startPoint }) => {
      const at = now().toISOString()
      const evidence = await observe({ event, projectRoot, startPoint, now: at, signal })
      return blind ? { ...evidence, degraded: [...evidence.degraded, STORE_MISSING] } : evidence
    },
    own: loaded.environment.parent !== null,
    paused: loaded.pauses.some((pause) => pause.session === event.sessionId),
    nextId: () => uniqueId(now()),
    now,
    signal,
  }
}

const STORE_MISSING = 'the store could not be opened'

function logFailure(workspace: Workspace, error: unknown, where: string, now: Date): void {
  const { debug } = workspace.loaded.environment
  writeHookLog(workspace.stateDir, describeFailure(error, where, now.toISOString(), debug))
}
