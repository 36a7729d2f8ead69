/**
 * One event of an agent, from its payload to the reply. Whatever happens, the reply is something
 * the client understands, in time; what went wrong is in the log.
 */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Agent } from '../agent.js'
import type { Env } from '../config/paths.js'
import { stateHome } from '../config/paths.js'
import { reflectInWorkspace } from '../reflector.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { Store } from '../store.js'
import { expireDaily } from '../store/retention.js'
import { openSpoolStore } from '../store/spool-store.js'
import { withSpool } from '../store/with-spool.js'
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
  const store = await openAnyStore(workspace, input)
  try {
    const { capabilities, loadTranscriptReader } = agent
    const action = await reflectInWorkspace({
      ...input,
      event,
      workspace,
      store,
      mode,
      capabilities,
      loadTranscriptReader,
    })
    await tidy(workspace, store, input)
    return agent.encode(action, event)
  } finally {
    await store.close()
  }
}

/** The event, with an id that is the same when the client delivers it twice. */
function receive(
  payload: ReadPayload,
  { agent, eventName, home, now }: HookInput,
): AgentEvent | null {
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
      ? createHash('sha256')
          .update(`${transcript.size}\n${payload.text}`)
          .digest('hex')
          .slice(0, 32)
      : event.id
  return { ...event, id, transcriptPath: transcript?.path ?? null }
}

/** The store, and the spool from the moment that the store can't be had in time. */
async function openAnyStore(workspace: Workspace, { now }: HookInput): Promise<Store> {
  const log = (where: string) => (error: unknown) => logFailure(workspace, error, where, now())
  const spool = openSpoolStore(
    spoolDir(workspace.stateDir),
    () => uniqueId(now()),
    log('write to the spool'),
  )
  try {
    const options = { busyTimeoutMs: BUSY_TIMEOUT_MS, drainRows: DRAIN_ROWS }
    return withSpool(await openStore(workspace, options), spool, log('use the store'))
  } catch (error) {
    log('open the store')(error)
    return spool
  }
}

/** Where no server does it, old rows go a few at a time; that must never cost the answer. */
async function tidy({ loaded, stateDir }: Workspace, store: Store, { now }: HookInput) {
  try {
    await expireDaily(store, loaded.values.retention, now())
  } catch (error) {
    const { debug } = loaded.environment
    writeHookLog(stateDir, describeFailure(error, 'delete old rows', now().toISOString(), debug))
  }
}

function logFailure(workspace: Workspace, error: unknown, where: string, now: Date): void {
  const { debug } = workspace.loaded.environment
  writeHookLog(workspace.stateDir, describeFailure(error, where, now.toISOString(), debug))
}
