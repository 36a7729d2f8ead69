/**
 * START HERE. An event comes in, its moments answer, at most one action goes out.
 *
 * The guard decides who may act, the evidence is gathered once, every moment of the event's route
 * answers, and everything is recorded in one transaction before anything is sent. A moment that
 * fails is recorded as failed; it costs neither the others their answers nor the agent its stop.
 */
import { clipSafely } from './safety/clip-safely.js'
import type { AgentCapabilities } from './agent.js'
import { asksLater } from './read/asked-facts.js'
import { emptyEvidence } from './read/empty-evidence.js'
import { lookIn, planLook, settleDue } from './guard/due.js'
import { foldSession } from './guard/fold-session.js'
import { enterSession, isForeign, settleSession } from './guard/guard.js'
import type { Entry, GuardTerms, Place, Settlement } from './guard/guard.js'
import { agentEventKey, agentLogEvent, guardEvent } from './guard/guard-event.js'
import type { ClosedReason } from './guard/guard-event.js'
import { hasChannel } from './guard/has-channel.js'
import { nothing } from './moments/moment.js'
import type { Answer, Moment, MomentInput, MomentPorts } from './moments/moment.js'
import { route } from './route.js'
import { expandHome } from './safety/home-path.js'
import { attachRiders, chooseProposal } from './choose-proposal.js'
import { checkWrite } from './schema/check-row.js'
import type { Action } from './schema/action.js'
import type { AgentEvent } from './schema/agent-event.js'
import type { Config } from './schema/config.js'
import { ReflectError } from './schema/error.js'
import type { Evidence } from './schema/evidence.js'
import type { RecordWrite } from './schema/records.js'
import type { SessionState, TurnEnd } from './schema/session-state.js'

/** Everything `reflect` needs from outside; time, ids and the world come in here. */
export interface ReflectDeps extends MomentPorts {
  config: Config
  mode: 'solo' | 'orchestrated'
  capabilities: AgentCapabilities
  /** The project's root, from the session's first event. */
  projectRoot: string | null
  /** The commit that a new session begins from. */
  findStartPoint(): Promise<string | null>
  /** Tracked files that hold what is not committed. */
  findUncommitted?(): Promise<string[]>
  /** Gathers the facts. When it fails the moments go on without them, and their records say so. */
  observe(event: AgentEvent, session: SessionState): Promise<Evidence>
  /** This process is a child of ours: record, never act. */
  own: boolean
  paused: boolean
  /** This process, if it stays and can prompt the client while it is idle. @default null */
  watcher?: MomentInput['watcher']
  /** The client has ended, or is about to. @default it stays */
  isGone?(): boolean
  now(): Date
  /** How long a judge model may take. @default 20000; 180000 with a watcher, for which no client waits */
  judgeTimeoutMs?: number
  /** How long a judge may hold the session. @default longer than it can live: 30000 and more */
  leaseMs?: number
  /** Told what each event came to, and how long it took. @default nothing listens */
  trace?(decision: Decision): void
  /** Which moments look at an event. @default the table of route.ts */
  route?(kind: AgentEvent['kind']): readonly Moment[]
}

/** What one event came to. */
export interface Decision {
  event: AgentEvent['kind']
  sessionId: string
  /** Each moment that looked: what it would do, and how long it took. */
  moments: { name: string; says: string; ms: number }[]
  action: string
  ms: number
}

/** The longest that a judge may take while a client waits; the hook's own budget may end it earlier. */
const SYNCHRONOUS_JUDGE_MS = 20_000
const RESIDENT_JUDGE_MS = 180_000
/** Longer than any synchronous judge may take, short enough that a killed one is soon forgotten. */
const LEASE_MS = 30_000
const LEASE_MARGIN_MS = 10_000

const judgeTimeoutMs = ({ judgeTimeoutMs, watcher = null }: ReflectDeps): number =>
  judgeTimeoutMs ?? (watcher === null ? SYNCHRONOUS_JUDGE_MS : RESIDENT_JUDGE_MS)
/** How far events may lead to events. */
const MAX_DEPTH = 3

export async function reflect(delivered: AgentEvent, deps: ReflectDeps): Promise<Action> {
  const began = deps.now().getTime()
  const moments: Decision['moments'] = []
  const action = await decide(delivered, moments, deps)
  const { kind: event, sessionId } = delivered
  const ms = deps.now().getTime() - began
  deps.trace?.({ event, sessionId, moments, action: sayAction(action), ms })
  return action
}

/** An action in a few words, without its text. */
const sayAction = (action: Action): string =>
  action.kind === 'none' ? `none (${action.reason})` : action.kind

async function decide(
  delivered: AgentEvent,
  looked: Decision['moments'],
  deps: ReflectDeps,
): Promise<Action> {
  const entry = await enter(delivered, deps)
  if (typeof entry === 'string') return { kind: 'none', reason: entry }

  const { event } = entry
  const moments = momentsFor(event, entry, deps)
  // What was planned for the end of a turn is not done in the middle of it.
  const canDo = !asksLater(event.kind) && moments.some((moment) => !moment.passive)
  const due = await settleDue(event, { now: deps.now().toISOString(), canDo }, deps.store)
  await planNextLook(event, deps)
  if (moments.length === 0 && entry.fence === null && !isToldCapped(event, entry)) {
    return { kind: 'none', reason: entry.reason ?? 'logged' }
  }
  const answered = await answerAll(event, moments, { entry, due, looked }, deps)
  if (asksLater(event.kind) && isSilent(answered)) return chooseProposal(answered.answers).proposal
  const action = await settle(event, entry, answered, deps)
  if (action.kind === 'continue' && event.kind === 'session-stopped') await planNudge(event, deps)
  return action
}

const isSilent = ({ answers }: Answered): boolean =>
  answers.every(({ records, events, proposal }) => {
    return records.length === 0 && events.length === 0 && proposal.kind === 'none'
  })

/** With a watcher, every sign of life moves the look at the session's silence. */
async function planNextLook(event: AgentEvent, deps: ReflectDeps): Promise<void> {
  const { watcher = null, capabilities, config } = deps
  if (watcher === null || !capabilities.canPromptIdle || !config.stall.enabled) return
  const now = deps.now().toISOString()
  const row = planLook(event, { now, owner: watcher, minAgeMs: config.stall.minAgeMs })
  if (row !== null) await deps.store.add([{ kind: 'due', record: row }])
}

/** Feedback that the agent does not take up is followed by a look, sooner than other silence. */
async function planNudge({ sessionId }: AgentEvent, deps: ReflectDeps): Promise<void> {
  const { watcher = null, capabilities, config } = deps
  if (watcher === null || !capabilities.canPromptIdle || !config.stall.enabled) return
  const now = deps.now().toISOString()
  const record = lookIn(config.stop.nudgeAfterMs, { sessionId, owner: watcher, now })
  await deps.store.add([{ kind: 'due', record }])
}

/** How the tree is at the start of a session; a later event doesn't know. */
async function findStart(
  { kind }: AgentEvent,
  deps: ReflectDeps,
): Promise<Omit<Place, 'projectRoot'>> {
  if (kind !== 'session-started') return { startPoint: null }
  const [startPoint, uncommitted = []] = await Promise.all([
    deps.findStartPoint().catch(() => null),
    deps.findUncommitted?.().catch(() => []),
  ])
  return { startPoint, ...(uncommitted.length === 0 ? {} : { uncommitted }) }
}

/** Logs the event and asks the guard, in one transaction. */
async function enter(event: AgentEvent, deps: ReflectDeps): Promise<Entered | Unheard> {
  const place = { projectRoot: deps.projectRoot, ...(await findStart(event, deps)) }
  return deps.store.transact<Entered | Unheard>(
    { sessionId: event.sessionId, key: agentEventKey(event) },
    (state, { seen, blind }) => {
      if (seen) return { state: null, events: [], writes: [], result: 'duplicate' }
      if (isForeign(state, event)) {
        const { agent, kind } = event
        const note = guardEvent('guard.foreign', event.sessionId, event.at, { agent, event: kind })
        return { state: null, events: [note], writes: [], result: 'foreign_client' }
      }
      const { events, entry } = enterSession(state, event, place, terms(event, blind, deps))
      const known = { ...entry, state: atHome(entry.state, deps), blind }
      return { state: entry.state, events, writes: [], result: known }
    },
  )
}

/** Not counted, and why. */
type Unheard = 'duplicate' | 'foreign_client'

/** Records name no home; reading files needs the whole path. */
const atHome = (state: SessionState, { home }: ReflectDeps): SessionState =>
  state.projectRoot === null || home === undefined
    ? state
    : { ...state, projectRoot: expandHome(state.projectRoot, home) }

/** The guard's decision, and whether the store behind it could see what other processes did. */
type Entered = Entry & { blind: boolean }

function momentsFor(event: AgentEvent, entry: Entry, deps: ReflectDeps): readonly Moment[] {
  const moments = (deps.route ?? route)(event.kind)
  // A child of ours may be a test's agent: what it does teaches nothing about the user's work.
  if (deps.own) return moments.filter(({ name }) => name === 'run')
  return entry.open ? moments : moments.filter((moment) => moment.passive)
}

interface Answered {
  answers: Answer[]
  /** Events that the moments raised, to be logged with their answers. */
  raised: AgentEvent[]
}

/** The event's moments, then those of the events that they raised. */
async function answerAll(
  event: AgentEvent,
  moments: readonly Moment[],
  { entry, due, looked }: { entry: Entered; due: MomentInput['due']; looked: Decision['moments'] },
  deps: ReflectDeps,
): Promise<Answered> {
  const now = deps.now().toISOString()
  const { config, mode, capabilities, watcher = null } = deps
  const limits = { judgeTimeoutMs: judgeTimeoutMs(deps) }
  const shared = { session: entry.state, config, mode, capabilities, watcher, now, due, ...limits }
  const readSession = once(() => observeSafely(event, entry, deps))
  const evidence = asksLater(event.kind) ? emptyEvidence({ at: now }) : await readSession()
  const answered: Answered = { answers: [], raised: [] }
  let round = [{ event, moments }]
  for (let depth = 0; depth < MAX_DEPTH && round.length > 0; depth += 1) {
    const raised: AgentEvent[] = []
    for (const { event, moments } of round) {
      for (const moment of moments) {
        const earlier = [...answered.answers]
        const began = deps.now().getTime()
        const answer = await answerSafely(
          moment,
          { ...shared, event, evidence, readSession, earlier },
          deps,
        )
        answered.answers.push(answer)
        const ms = deps.now().getTime() - began
        looked.push({ name: moment.name, says: sayAction(answer.proposal), ms })
        raised.push(...answer.events)
      }
    }
    answered.raised.push(...raised)
    if (depth + 1 === MAX_DEPTH && raised.length > 0)
      answered.answers.push(tooDeep(raised, now, deps))
    round = raised.map((event) => ({ event, moments: momentsFor(event, entry, deps) }))
  }
  return answered
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}

/** A budget that is used up is a reason, and a reason is written down. */
function tooDeep(raised: readonly AgentEvent[], now: string, ports: MomentPorts): Answer {
  const record = {
    id: ports.nextId(),
    action: 'depth_exceeded',
    session: raised[0]!.sessionId,
    input: raised.map(({ kind }) => kind).join(', '),
    output: `Events of events are followed ${MAX_DEPTH} deep; these were only logged.`,
    timestamp: now,
  }
  return { ...nothing('depth_exceeded'), records: [{ kind: 'interaction', record }] }
}

async function observeSafely(
  event: AgentEvent,
  entry: Entered,
  deps: ReflectDeps,
): Promise<Evidence> {
  try {
    const evidence = await deps.observe(event, entry.state)
    return entry.blind ? { ...evidence, degraded: [...evidence.degraded, STORE_MISSING] } : evidence
  } catch (error) {
    return emptyEvidence({
      at: deps.now().toISOString(),
      lastMessage: 'lastMessage' in event ? event.lastMessage : null,
      degraded: [`the facts could not be gathered: ${clipSafely(messageOf(error), 200)}`],
    })
  }
}

const STORE_MISSING = 'the store could not be written'

async function answerSafely(
  moment: Moment,
  input: MomentInput,
  ports: MomentPorts,
): Promise<Answer> {
  try {
    return await checkedAnswer(await inTime(moment, input, ports), input.event)
  } catch (error) {
    const failure: RecordWrite = {
      kind: 'interaction',
      record: {
        id: ports.nextId(),
        action: 'moment_failed',
        session: input.event.sessionId,
        input: moment.name,
        output: clipSafely((error instanceof Error && error.stack) || messageOf(error), 8000),
        timestamp: input.now,
      },
    }
    return {
      ...nothing('moment_failed'),
      records: [failure],
      proposal: failureProposal(moment, error),
      end: moment.passive ? null : 'errored',
    }
  }
}

/** A judge ends with the time there is; a passive moment records what is known by then. */
async function inTime(moment: Moment, input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { signal } = ports
  if (moment.passive) return moment.reflect(input, ports)
  const outOfTime = () => new ReflectError('budget-exhausted', `${moment.name} ran out of time`)
  if (signal.aborted) throw outOfTime()
  return new Promise<Answer>((resolve, reject) => {
    const onAbort = () => reject(outOfTime())
    signal.addEventListener('abort', onAbort, { once: true })
    moment
      .reflect(input, ports)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Shown as an error, never as an objection to the work; a passive moment has nothing to show. */
function failureProposal({ name, passive }: Moment, error: unknown): Action {
  if (passive) return { kind: 'none', reason: 'moment_failed' }
  const isLate = error instanceof ReflectError && error.code === 'budget-exhausted'
  const what = isLate ? 'had no time left; nothing was judged' : 'failed'
  return { kind: 'error', text: `Reflectory: the moment "${name}" ${what}.` }
}

/** One bad record would take the whole transaction, and with it every other moment's answer. */
async function checkedAnswer(answer: Answer, { sessionId }: AgentEvent): Promise<Answer> {
  const rows = [...answer.records, ...(answer.ifSent ?? []), ...(answer.rider?.records ?? [])]
  for (const row of rows) checkWrite(row)
  if (answer.events.length === 0) return answer
  // A contract of many kinds, and most answers raise none.
  const { AgentEvent } = await import('./schema/agent-event.js')
  for (const event of answer.events) {
    if (AgentEvent.parse(event).sessionId === sessionId) continue
    throw new ReflectError('internal', 'A moment raised an event of another session')
  }
  return answer
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Records everything and decides, under the same lock, whether the proposal still may go out. */
function settle(
  event: AgentEvent,
  entry: Entry,
  { answers, raised }: Answered,
  deps: ReflectDeps,
): Promise<Action> {
  const { proposal: chosen, ...rest } = chooseProposal(answers)
  const { end, fingerprint, counts, letThrough, ifSent } = rest
  const { proposal, records } = attachRiders(chosen, answers)
  const settlement: Settlement = {
    eventId: event.id,
    sessionId: event.sessionId,
    fence: entry.fence,
    proposal: entry.reason === null ? proposal : closedAction(event, entry, entry.reason),
    // Only a stop without an objection ends a turn; a compaction comes in the middle of one.
    end: end ?? unjudgedEnd(event, entry),
    fingerprint,
    counts,
    letThrough,
  }
  const input = { sessionId: event.sessionId, key: null, alsoKeys: raised.map(agentEventKey) }
  return deps.store.transact(input, (state, { logged, blind }) => {
    const raisedEvents = raised.map(agentLogEvent).filter(({ key }) => !logged.has(key!))
    const current = raisedEvents.reduce(foldSession, state ?? entry.state) ?? entry.state
    const settled = settleSession(current, settlement, terms(event, blind, deps))
    return {
      state: settled.state,
      events: [...raisedEvents, ...settled.events],
      writes: [
        ...answers.flatMap((answer) => answer.records),
        ...(settled.action === proposal ? [...ifSent, ...records] : []),
      ],
      result: settled.action,
    }
  })
}

function unjudgedEnd({ kind }: AgentEvent, { open, reason }: Entry): TurnEnd | null {
  if (kind !== 'session-stopped') return null
  return open ? 'reflected' : reason === 'capped' ? 'capped' : null
}

/** Not judged; if that is because the agent was sent back too often, the user is shown it. */
const isToldCapped = ({ kind }: AgentEvent, { reason, state }: Entry): boolean =>
  reason === 'capped' && kind === 'session-stopped' && state.attempts > 0

const closedAction = (event: AgentEvent, entry: Entry, reason: ClosedReason): Action =>
  isToldCapped(event, entry)
    ? { kind: 'toast', level: 'warning', text: CAPPED }
    : { kind: 'none', reason }

const CAPPED =
  'Let through unchecked: the agent was already sent back as often as allowed in one turn'

function terms(event: AgentEvent, blind: boolean, deps: ReflectDeps): GuardTerms {
  const { maxContinuations } = deps.capabilities
  return {
    now: deps.now().toISOString(),
    leaseMs: deps.leaseMs ?? Math.max(LEASE_MS, judgeTimeoutMs(deps) + LEASE_MARGIN_MS),
    maxAttempts: Math.min(deps.config.stop.maxAttempts, maxContinuations ?? Infinity),
    own: deps.own,
    paused: deps.paused,
    blind,
    silent: whySilent(blind, deps),
    hasChannel: hasChannel(event.kind, deps.capabilities),
    hasToasts: deps.capabilities.hasToasts,
    takesContext: deps.capabilities.takesContext(event.kind),
  }
}

function whySilent(blind: boolean, { mode, isGone }: ReflectDeps): string | null {
  if (mode === 'orchestrated') return 'orchestrated'
  if (blind) return 'store_unavailable'
  return isGone?.() === true ? 'undelivered' : null
}
