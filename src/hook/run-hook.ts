/**
 * One event of an agent, from its payload to the reply. Whatever happens, the reply is something
 * the client understands, in time; what went wrong is in the log.
 */
import { isAttended, isWakeable } from '../agents/attended.js'
import { emptyReplyFor } from '../agents/empty-reply.js'
import { hasChecks } from '../config/checks-file.js'
import { keepConfigPlace } from '../config/config-place.js'
import { stateHome } from '../config/paths.js'
import { userFileReader } from '../config/quick-mode.js'
import { asksLater, asksRepository } from '../read/asked-facts.js'
import { openEarly } from '../read/repository.js'
import { hasAnyBackend } from '../model/roles.js'
import { route } from '../route.js'
import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { ReflectError } from '../schema/error.js'
import type { Store } from '../store.js'
import { storeNotice, tellOnce } from '../wiring/guard-notice.js'
import { reflectInWorkspace } from '../wiring/reflector.js'
import type { Workspace } from '../wiring/workspace.js'
import { deliverAfter } from './deliver-after.js'
import { findAbort } from './find-abort.js'
import { findTranscript } from './find-transcript.js'
import type { HookInput } from './hook-input.js'
import { notRecorded } from './not-recorded.js'
import { openAnyStore } from './open-any-store.js'
import { isOff, receiveEvent } from './receive-event.js'
import type { Delivery, SwitchedOff } from './receive-event.js'
import { tidy } from './tidy.js'

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
  /**
   * What can wait until the client has its reply; null when the mode is off. Says whether the event did
   * what later ones need not do.
   */
  finish: (() => Promise<boolean>) | null
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

async function answerOrThrow(input: HookInput): Promise<HookAnswer> {
  const delivery = await receiveEvent(input)
  if (delivery === null) return { reply: emptyReplyFor(input.agent.id), finish: null }
  if ('off' in delivery) return { reply: sayOff(delivery, input), finish: null }
  return answerEvent(delivery, input)
}

/**
 * Said where a session begins, or where one that began otherwise stops. Where nothing was ever kept, that it
 * was said is not either.
 */
function sayOff({ event, toldDir, off, isBegun }: SwitchedOff, { agent, now }: HookInput): string {
  const isTold = event?.kind === 'session-started' || (event?.kind === 'session-stopped' && isBegun)
  if (!isTold) return emptyReplyFor(agent.id)
  const text = tellOnce(toldDir, off, event, now())
  if (text === null) return emptyReplyFor(agent.id)
  return agent.encode({ kind: 'toast', level: 'warning', text }, event)
}

async function answerEvent(delivery: Delivery, input: HookInput): Promise<HookAnswer> {
  const { workspace, mode, settings, report } = delivery
  const { agent, now } = input
  // Git answers while the store is opened.
  const { signal } = input.budget
  const { kind } = delivery.event
  const isAsked = route(kind).length > 0 && asksRepository(kind)
  const opening = isAsked ? openEarly({ root: workspace.root, signal }) : undefined
  delivery.keepPlace()
  const event = await findTranscript(delivery.event, delivery, input)
  const isStop = event.kind === 'session-stopped'
  let isLost = false
  const notices = [...delivery.notices]
  const store = await openAnyStore(workspace, {
    ...input,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    report,
    onBlind: (error) => {
      // One that is busy for a moment is no news, but at a stop, which is then not judged.
      if (error instanceof ReflectError && (error.code !== 'store-locked' || isStop))
        notices.push(storeNotice(error.code))
    },
    onLost: () => {
      isLost = true
    },
  })
  const mayCheck = mayRunChecks(delivery, input)
  const judgeMs = hasAnyBackend(workspace.loaded.values) ? MODEL_BUDGET_MS : RULES_BUDGET_MS
  const budgetMs = mayCheck && isStop ? judgeMs + CHECKS_MS : judgeMs
  input.budget.extend(budgetMs)
  try {
    const { capabilities, loadTranscriptReader } = agent
    const world = {
      ...input,
      signal,
      opening,
      // The wake entry stands beside this stop's, and does what is planned for later.
      watcher: isStop && isWakeable(agent.id, input.env) ? ('wake-entry' as const) : null,
      isAttended: isAttended(agent.id, input.env),
      hearsPerson: agent.id !== 'generic',
      isClaimed: delivery.isClaimed,
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
              (await import('../wiring/open-checks.js')).openChecks({ ...input, workspace }),
          }
        : {}),
    }
    if (mayCheck) {
      const { prepareChecks } = await import('./prepare-checks.js')
      await prepareChecks(event, { ...input, workspace, store })
    }
    const abort = findAbort(event, agent)
    if (abort !== null) await reflectInWorkspace({ ...world, event: abort })
    const action = await reflectInWorkspace({ ...world, event })
    if (isStop && action.kind === 'error')
      tellOnce(workspace.stateDir, [`At a stop: ${action.text}`], event, now())
    const said = isLost ? notRecorded(event) : withNotice(action, notices, event, delivery, input)
    return {
      reply: agent.encode(said, event),
      finish: async () => {
        await finish(event, delivery, store, input)
        const { faults, problems } = workspace.loaded
        const isSound = faults.length === 0 && problems.length === 0
        return isSound && settings !== null && (await settings.save())
      },
    }
  } catch (error) {
    // The last step records; what did not get there is not recorded.
    report(error, `reflect on ${event.kind}`)
    return {
      reply: agent.encode(notRecorded(event), event),
      finish: () => store.close().then(() => false),
    }
  }
}

const TOLD_AT: ReadonlySet<AgentEvent['kind']> = new Set([
  'session-started',
  'prompt-submitted',
  'session-stopped',
])

/** Where nothing else is said, a session is told once why the guard does less than its user asked for. */
function withNotice(
  action: Action,
  notices: readonly string[],
  event: AgentEvent,
  { toldDir }: Delivery,
  { now }: HookInput,
): Action {
  if (action.kind !== 'none' || notices.length === 0 || !TOLD_AT.has(event.kind)) return action
  const text = tellOnce(toldDir, notices, event, now())
  return text === null ? action : { kind: 'toast', level: 'warning', text }
}

const mayRunChecks = ({ mode, workspace }: Delivery, input: HookInput): boolean =>
  mode === 'solo' &&
  workspace.loaded.environment.parent === null &&
  hasChecks({ ...input, stateDir: workspace.stateDir })

async function finish(
  event: AgentEvent,
  { workspace, report }: Delivery,
  store: Store,
  input: HookInput,
): Promise<void> {
  const { now, folder, agent, env, home, platform, readUserFile } = input
  try {
    await attempt('note the agent', async () => {
      const { noteAgent, notesDir } = await import('../wiring/person/agent-notes.js')
      noteAgent(notesDir(stateHome(env, home, platform)), agent.id, now())
    })
    if (event.kind === 'session-started')
      keepConfigPlace(input, (readUserFile ?? userFileReader(input))())
    // The agent is at work, and waits for each of its calls.
    if (asksLater(event.kind)) return
    // Before old rows go: an exposure that no outcome closes within a day is closed as unknown.
    await attempt('settle earlier sessions', () => settle(event, workspace, store, now()))
    await attempt('delete old rows', () => tidy(workspace, store, now()))
  } finally {
    await store.close()
  }
  await attempt('start a delivery', () =>
    deliverAfter(event.kind, workspace, { folder, now: now() }),
  )

  async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      report(error, what)
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
  const { settleSessions } = await import('../wiring/settle-sessions.js')
  await settleSessions(workspace, store, { event, now })
}
