/**
 * The wake entry: a client's second hook at a stop, which runs in the background while the session
 * rests. It records no stop. It waits, not for long, until the stop's own hook has planned something
 * for it, then until that is due; what `reflect` then says, if it is "go on", comes back as a text.
 * null does not wake the session, and neither does a failure.
 */
import type { Readable } from 'node:stream'
import type { Agent } from '../agent.js'
import { stateHome } from '../config/paths.js'
import type { Env } from '../config/paths.js'
import { plannedWakes, wakeEvents } from '../guard/wake.js'
import { hasAnyBackend } from '../model/roles.js'
import { reflectInWorkspace } from '../wiring/reflector.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { DueRow } from '../schema/due-row.js'
import type { SessionState } from '../schema/session-state.js'
import type { Store } from '../store.js'
import { allowedFile } from '../util/allowed-file.js'
import { uniqueId } from '../util/unique-id.js'
import { openExistingStore, openWorkspace } from '../wiring/workspace.js'
import type { Workspace } from '../wiring/workspace.js'
import { describeFailure, writeHookLog } from '../wiring/hook-log.js'
import { readPayload } from './read-payload.js'
import { findSessionPlace } from './session-place.js'

export interface WakeInput {
  agent: Agent
  stdin: Readable
  env: Env
  home: string
  platform: NodeJS.Platform
  cwd: string
  now(): Date
  sleep(ms: number): Promise<void>
}

/** The stop's own hook starts at the same time; what it plans is there by then. */
const PATIENCE_MS = 1000
const STEP_MS = 200
/** While something is planned the session may move on, and then it need not be woken. */
const LOOK_MS = 5000
/** A session that said something just now is taken for one at work. */
const REST_MS = 1000
const RULES_MS = 15_000
const MODEL_MS = 240_000
const LEASE_SLACK_MS = 3000

const OWNER = 'wake-entry'

export async function wake(input: WakeInput): Promise<string | null> {
  const stop = await readStop(input)
  if (stop === null) return null
  const home = stateHome(input.env, input.home, input.platform)
  const folders = { cwd: stop.cwd ?? input.cwd, home: input.home }
  const place = await findSessionPlace(home, stop, folders)
  if (place === null) return null
  const workspace = await openWorkspace({
    ...input,
    project: place.project,
    settingsName: place.settingsName,
    now: input.now(),
  })
  const { values, environment } = workspace.loaded
  if (values.mode !== 'solo' || environment.parent !== null) return null
  const plan = await awaitPlan(stop, workspace, input)
  if (plan === null) return null
  const { runDueChecks } = await import('./run-due-checks.js')
  const rows = await runDueChecks(plan.rows, {
    ...input,
    workspace,
    withStore: (use) => withStore(workspace, use),
    hasMovedOn: (session) => hasMovedOn(session, plan.turn),
  })
  return awaitDue(stop, { ...plan, rows }, workspace, input)
}

/** The stop that it was started at, with its transcript; null when it was not started at one. */
async function readStop({ stdin, agent, now, home, env }: WakeInput): Promise<AgentEvent | null> {
  const { value, degraded } = await readPayload(stdin)
  const at = now()
  const context = { eventName: null, id: uniqueId(at), now: at.toISOString(), degraded }
  const event = agent.decode(value, context)
  if (event?.kind !== 'session-stopped' || event.degraded !== null) return null
  const file = event.transcriptPath
  const transcript = file === null ? null : allowedFile(file, agent.transcriptRoots(home, env))
  return { ...event, transcriptPath: transcript?.path ?? null }
}

interface Plan {
  turn: number
  rows: readonly DueRow[]
}

/**
 * What is planned for a session at rest, and in which turn; null when nothing is within the time. The
 * stop's own hook may judge for longer than that: while it holds the session, its end is waited for.
 */
async function awaitPlan(
  { sessionId }: AgentEvent,
  workspace: Workspace,
  { now, sleep }: WakeInput,
): Promise<Plan | null> {
  for (let waitedMs = 0; waitedMs <= PATIENCE_MS;) {
    const plan = await withStore(workspace, async (store): Promise<Plan | 'judged' | null> => {
      const session = await store.readSession(sessionId)
      if (session === null) return null
      if ((session.lease?.expiresAt ?? '') > now().toISOString()) return 'judged'
      const rows = await rowsOf(sessionId, store)
      const { turn } = session
      return rows.length === 0 || hasMovedOn(session, turn) ? null : { turn, rows }
    })
    if (plan !== null && plan !== 'judged') return plan
    waitedMs = plan === 'judged' ? 0 : waitedMs + STEP_MS
    await sleep(STEP_MS)
  }
  return null
}

/**
 * Looks once at each row that is planned. Another process may have done it first, or a look may plan a
 * later one: neither is waited for, or every process of this stop would stay.
 */
async function awaitDue(
  stop: AgentEvent,
  plan: Plan,
  workspace: Workspace,
  input: WakeInput,
): Promise<string | null> {
  let { rows } = plan
  while (rows.length > 0) {
    const looked = await withStore(workspace, async (store): Promise<Looked | null> => {
      const session = await store.readSession(stop.sessionId)
      if (session === null || hasMovedOn(session, plan.turn)) return null
      rows = stillPlanned(rows, await rowsOf(stop.sessionId, store))
      const now = input.now().getTime()
      const waitMs = Math.min(...rows.map(({ dueAt }) => Date.parse(dueAt))) - now
      const unrestedMs = Date.parse(session.updatedAt) + REST_MS - now
      const leftMs = Math.max(waitMs, unrestedMs)
      if (rows.length === 0 || leftMs > 0) return { text: null, leftMs }
      rows = rows.filter(({ dueAt }) => Date.parse(dueAt) > now)
      return { text: await doDue(stop, store, workspace, input), leftMs: 0 }
    })
    if (looked === null) return null
    if (looked.text !== null) return looked.text
    if (rows.length > 0) await input.sleep(Math.min(Math.max(looked.leftMs, 0), LOOK_MS))
  }
  return null
}

interface Looked {
  text: string | null
  leftMs: number
}

const rowsOf = (sessionId: string, store: Store): Promise<DueRow[]> =>
  plannedWakes({ owner: OWNER, isMine: (id) => id === sessionId }, store)

const stillPlanned = (rows: readonly DueRow[], now: readonly DueRow[]): DueRow[] =>
  rows.filter((row) => now.some(({ id, dueAt }) => id === row.id && dueAt === row.dueAt))

/** A newer turn has a wake entry of its own; an open one is at work. */
const hasMovedOn = ({ turn, turnEnd, endedAt }: SessionState, ours: number): boolean =>
  turn !== ours || turnEnd === 'open' || turnEnd === 'aborted' || endedAt !== null

/** What is due, through `reflect` as everything else: the text of a recorded "go on", or null. */
async function doDue(
  stop: AgentEvent,
  store: Store,
  workspace: Workspace,
  { agent, env, now }: WakeInput,
): Promise<string | null> {
  const terms = {
    now: now().toISOString(),
    owner: OWNER,
    isMine: (id: string) => id === stop.sessionId,
    isBusy: () => false,
    nextId: () => uniqueId(now()),
  } as const
  const [event] = await wakeEvents(terms, store)
  if (event === undefined) return null
  const budgetMs = hasAnyBackend(workspace.loaded.values) ? MODEL_MS : RULES_MS
  const action = await reflectInWorkspace({
    event: { ...event, cwd: stop.cwd, transcriptPath: stop.transcriptPath },
    workspace,
    store,
    mode: 'solo',
    env,
    now,
    watcher: OWNER,
    // Its exit is the prompt that this client takes while it is idle.
    capabilities: { ...agent.capabilities, canPromptIdle: true },
    loadTranscriptReader: agent.loadTranscriptReader,
    report: (error, where) => report(workspace, error, where, now()),
    signal: AbortSignal.timeout(budgetMs),
    leaseMs: budgetMs + LEASE_SLACK_MS,
  })
  return action.kind === 'continue' && action.text.trim() !== '' ? action.text : null
}

function report(workspace: Workspace, error: unknown, where: string, now: Date): void {
  const { debug } = workspace.loaded.environment
  writeHookLog(workspace, describeFailure(error, where, now.toISOString(), debug))
}

/** Open for no longer than one look: the session's own hooks write here. null without a store. */
async function withStore<T>(
  workspace: Workspace,
  use: (store: Store) => Promise<T>,
): Promise<T | null> {
  const store = await openExistingStore(workspace)
  if (store === null) return null
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}
