/**
 * One event of an agent, from its payload to the reply. Whatever happens, the reply is something
 * the client understands, in time; what went wrong is in the log.
 */
import type { Readable } from 'node:stream'
import type { Agent } from '../agent.js'
import { isAttended, isWakeable } from '../agents/attended.js'
import { emptyReplyFor } from '../agents/empty-reply.js'
import type { Env } from '../config/paths.js'
import { stateHome } from '../config/paths.js'
import type { ConfigProblem } from '../config/problem.js'
import { findProject } from '../config/project.js'
import type { Project } from '../config/project.js'
import { hasChecks } from '../config/checks-file.js'
import { committedSettings } from '../config/session-settings.js'
import type { SettingsName } from '../config/session-settings.js'
import type { SettingsText } from '../config/read-settings.js'
import { hasAnyBackend } from '../model/roles.js'
import { asksLater, asksRepository, asksTranscript } from '../evidence/asked-facts.js'
import { openEarly } from '../evidence/repository.js'
import { reflectInWorkspace } from '../reflector.js'
import { route } from '../route.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { ReflectError } from '../schema/error.js'
import type { Store } from '../store.js'
import { allowedFile } from '../util/allowed-file.js'
import { sha256 } from '../util/sha256.js'
import { uniqueId } from '../util/unique-id.js'
import { openWorkspace } from '../workspace.js'
import type { OpenWorkspaceInput, Workspace } from '../workspace.js'
import { describeFailure, writeHookLog } from '../hook-log.js'
import { awaitTranscript } from './await-transcript.js'
import { notRecorded } from './not-recorded.js'
import { findAbort } from './find-abort.js'
import { hookMode } from './hook-mode.js'
import { openAnyStore } from './open-any-store.js'
import { parsePayload, readPayload } from './read-payload.js'
import type { ReadPayload } from './read-payload.js'
import type { ToldCall } from './read-told-call.js'
import { findSessionPlace } from './session-place.js'
import { startDelivery } from './start-delivery.js'
import type { Budget } from './start-budget.js'
import { tidy } from './tidy.js'

export interface HookInput {
  agent: Agent
  /** The event named on the command line, for clients whose payload has none. */
  eventName: string | null
  /** Opened when asked: Node's streams are slow to load, and a call was read without them. */
  stdin(): Readable
  env: Env
  home: string
  /** Who works here. @default not known */
  author?: string | null
  platform: NodeJS.Platform
  cwd: string
  /** Where the hook's files lie. @default not known: nothing is started from there */
  folder?: string | undefined
  now(): Date
  budget: Budget
  readUserFile?: (() => SettingsText) | undefined
  /** A failed call that was read already. */
  told?: ToldCall | null
}

// The driver blocks the thread while it waits, and no timer can cut that short.
const BUSY_TIMEOUT_MS = 150
/** Without a model nothing we do may take longer than this. */
const RULES_BUDGET_MS = 2000
/** The client waits. */
const JUDGE_MS = 20_000
const MODEL_BUDGET_MS = JUDGE_MS + 5000
/** What the checks of a stop add: their budget, and room to record what they found. */
const CHECKS_MS = 25_000
/** A process that was killed holds its session no longer than it could have lived. */
const LEASE_SLACK_MS = 3000

export interface HookAnswer {
  reply: string
  /** What can wait until the client has its reply; null when the mode is off. */
  finish: (() => Promise<void>) | null
}

export async function runHook(input: HookInput): Promise<HookAnswer> {
  try {
    return await answerOrThrow(input)
  } catch (error) {
    // What a payload is refused for is not even logged where the mode is off.
    const isRefused = error instanceof ReflectError && error.code === 'payload-invalid'
    if (isRefused && (await isOff(input)))
      return { reply: emptyReplyFor(input.agent.id), finish: null }
    throw error
  }
}

async function isOff(input: HookInput): Promise<boolean> {
  const project = findProject(input.cwd)
  const settingsName = await committedSettings(project, input.budget.signal)
  const { loaded } = await openWorkspace(workspaceInput(input, project, settingsName))
  return loaded.values.mode === 'off'
}

const workspaceInput = (
  input: HookInput,
  project: Project,
  settingsName: SettingsName | undefined,
): OpenWorkspaceInput => ({ ...input, project, settingsName, lenient: true, now: input.now() })

async function answerOrThrow(input: HookInput): Promise<HookAnswer> {
  const { agent } = input
  const empty: HookAnswer = { reply: emptyReplyFor(agent.id), finish: null }
  const { told = null } = input
  const payload = told === null ? await readPayload(input.stdin()) : parsePayload(told.text)
  const deliveryId = uniqueId(input.now())
  const received = receive(payload, deliveryId, input)
  if (received === null && payload.degraded === null) return empty

  const home = stateHome(input.env, input.home, input.platform)
  const place =
    received === null
      ? null
      : await findSessionPlace(home, received, {
          cwd: received.cwd ?? input.cwd,
          home: input.home,
          signal: input.budget.signal,
        })
  // A folder that is not there is no project, and must not become one in our state directory.
  if (place === null && received !== null) return empty
  const project = place?.project ?? findProject(input.cwd)
  const { settingsName } = place ?? {}
  const workspace = await openWorkspace(workspaceInput(input, project, settingsName))
  const { faults } = workspace.loaded
  const mode = hookMode(workspace.loaded)
  if (mode === 'off') return empty

  const report = (error: unknown, where: string) => logFailure(workspace, error, where, input.now())
  if (faults.length > 0) report(badSettings(faults), 'read the settings')
  if (payload.degraded !== null) report(badPayload(payload.degraded), `read what ${agent.id} sent`)
  if (received === null) return empty

  // Git answers while the store is opened.
  const { signal } = input.budget
  const { root } = workspace
  const isAsked = route(received.kind).length > 0 && asksRepository(received.kind)
  const opening = isAsked ? openEarly({ root, signal }) : undefined
  place?.keep()
  const event = await findTranscript(received, deliveryId, payload, input)
  let isLost = false
  const store = await openAnyStore(workspace, {
    ...input,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    report,
    onLost: () => {
      isLost = true
    },
  })
  const asksModels = hasAnyBackend(workspace.loaded.values)
  const mayCheck =
    mode === 'solo' &&
    workspace.loaded.environment.parent === null &&
    hasChecks({ ...input, stateDir: workspace.stateDir })
  const judgeMs = asksModels ? MODEL_BUDGET_MS : RULES_BUDGET_MS
  const budgetMs = mayCheck && event.kind === 'session-stopped' ? judgeMs + CHECKS_MS : judgeMs
  input.budget.extend(budgetMs)
  try {
    const { capabilities, loadTranscriptReader } = agent
    const isStop = event.kind === 'session-stopped'
    const world = {
      ...input,
      signal,
      opening,
      // The wake entry stands beside this stop's, and does what is planned for later.
      watcher: isStop && isWakeable(agent.id, input.env) ? ('wake-entry' as const) : null,
      isAttended: isAttended(agent.id, input.env),
      judgeTimeoutMs: JUDGE_MS,
      leaseMs: budgetMs + LEASE_SLACK_MS,
      workspace,
      store,
      mode,
      capabilities,
      loadTranscriptReader,
      report,
      ...(mayCheck
        ? {
            checks: async () =>
              (await import('../open-checks.js')).openChecks({ ...input, workspace }),
          }
        : {}),
    }
    if (mayCheck) {
      const { endChecks } = await import('./end-checks.js')
      await endChecks(event, { ...input, workspace, store })
    }
    const abort = findAbort(event, agent)
    if (abort !== null) await reflectInWorkspace({ ...world, event: abort })
    const action = await reflectInWorkspace({ ...world, event })
    return {
      reply: agent.encode(isLost ? notRecorded(event) : action, event),
      finish: () => finish(event, workspace, store, input),
    }
  } catch (error) {
    // The last step records; what did not get there is not recorded.
    report(error, `reflect on ${event.kind}`)
    return { reply: agent.encode(notRecorded(event), event), finish: () => store.close() }
  }
}

async function finish(
  event: AgentEvent,
  workspace: Workspace,
  store: Store,
  { now, folder }: HookInput,
): Promise<void> {
  try {
    // The agent is at work, and waits for each of its calls.
    if (asksLater(event.kind)) return
    // Before old rows go: an exposure that no outcome closes within a day is closed as unknown.
    await attempt('settle earlier sessions', () => settle(event, workspace, store, now()))
    await attempt('delete old rows', () => tidy(workspace, store, now()))
  } finally {
    await store.close()
  }
  await attempt('start a delivery', () =>
    startDelivery(event.kind, workspace, { folder, now: now() }),
  )

  async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      logFailure(workspace, error, what, now())
    }
  }
}

/** Most events begin nothing, and load nothing of it. */
async function settle(
  event: AgentEvent,
  workspace: Workspace,
  store: Store,
  now: Date,
): Promise<void> {
  if (event.kind !== 'session-started' && event.kind !== 'prompt-submitted') return
  const { settleSessions } = await import('../settle-sessions.js')
  await settleSessions(workspace, store, { event, now })
}

/** The event is recorded all the same, as degraded; the log says why. */
const badPayload = (problem: string): ReflectError =>
  new ReflectError('payload-invalid', problem, {
    remedy: 'Check what calls the hook: it takes one JSON object on standard input.',
  })

const badSettings = (faults: readonly ConfigProblem[]): ReflectError =>
  new ReflectError('config-invalid', faults.map(({ message }) => message).join('\n'), {
    remedy:
      'Fix what is named above; until then runs are recorded as degraded and nothing is pushed.',
  })

function receive(
  payload: ReadPayload,
  id: string,
  { agent, eventName, now, told }: HookInput,
): AgentEvent | null {
  return agent.decode(payload.value, {
    eventName,
    id,
    now: now().toISOString(),
    degraded: payload.degraded,
    ...(told == null ? {} : { failed: told.failed }),
  })
}

/** The event with its transcript, and with an id that is the same when it is delivered twice. */
async function findTranscript(
  event: AgentEvent,
  deliveryId: string,
  payload: ReadPayload,
  { agent, env, home, budget }: HookInput,
): Promise<AgentEvent> {
  const file = event.transcriptPath
  if (file === null) return event
  const folders = agent.transcriptRoots(home, env)
  const mark = agent.transcriptMark?.(payload.value) ?? null
  if (mark !== null) await awaitTranscript({ file, folders, mark, signal: budget.signal })
  const transcript = allowedFile(file, folders)
  // A hook that is installed twice gets the same bytes while the transcript stands still. Without
  // a transcript two equal stops can't be told from one stop delivered twice.
  const id =
    transcript !== null && event.id === deliveryId
      ? sha256(`${transcript.size}\n${payload.text}`).slice(0, 32)
      : event.id
  const isMissed = transcript === null && asksTranscript(event.kind)
  const degraded = event.degraded ?? (isMissed ? NO_TRANSCRIPT : null)
  return { ...event, id, degraded, transcriptPath: transcript?.path ?? null }
}

const NO_TRANSCRIPT = 'the transcript that the payload names is not there'

function logFailure(workspace: Workspace, error: unknown, where: string, now: Date): void {
  const { debug } = workspace.loaded.environment
  writeHookLog(workspace, describeFailure(error, where, now.toISOString(), debug))
}
