/**
 * The guard: may we act on this session now? An event and the session's state come in; log events
 * and the answer go out. Pure: time, the lease's length and caps are inputs. It refuses two holders
 * at once, a push after an abort or a newer human message, and a push beyond the budget.
 */
import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { NewLogEvent } from '../schema/log-event.js'
import type { Lease, SessionState, TurnEnd } from '../schema/session-state.js'
import { textKey } from '../util/text-key.js'
import { foldSession, NAMELESS } from './fold-session.js'
import { agentLogEvent, guardEvent } from './guard-event.js'
import type { ClosedReason } from './guard-event.js'

/** The facts and limits that a decision depends on. */
export interface GuardTerms {
  /** ISO instant. */
  now: string
  /** How long a lease lasts. A judge that was killed blocks the session no longer than this. */
  leaseMs: number
  /** Pushes and nudges per human turn: the smaller of the config's and the client's cap. */
  maxAttempts: number
  /** One of our own sessions (judge, analysis): recorded, never judged. */
  own: boolean
  paused: boolean
  /** The store can't see what other processes did, so acting on it is not allowed. */
  blind: boolean
  /** Why nothing may be sent even when judging is fine, e.g. `orchestrated`; null when it may. */
  silent: string | null
  /** The client can be told to go on after this event. */
  hasChannel: boolean
  /** The client shows its user what is not meant for the agent. */
  hasToasts: boolean
  /** What is added at this event reaches the agent. */
  takesContext: boolean
}

/** What is fixed when a session is first seen. */
export interface Place {
  projectRoot: string | null
  startPoint: string | null
  uncommitted?: string[]
}

export interface Entry {
  /** Acting moments may judge; passive ones record either way. */
  open: boolean
  reason: ClosedReason | null
  /** The fence to settle with; null for events that never push. */
  fence: number | null
  state: SessionState
  /** The event as it was logged: what comes back of our own words is ours. */
  event: AgentEvent
}

/** Events after which an agent could be told to go on. Only these need a lease. */
const JUDGED = new Set<AgentEvent['kind']>([
  'session-stopped',
  'session-idle-long',
  'session-compacted',
])

/** Such an event is judged under a lease, which may take long; all others are soon done. */
export const isJudged = (kind: AgentEvent['kind']): boolean => JUDGED.has(kind)

export function enterSession(
  state: SessionState | null,
  delivered: AgentEvent,
  place: Place,
  terms: GuardTerms,
): { events: NewLogEvent[]; entry: Entry } {
  const events: NewLogEvent[] = []
  const event = ownWords(state, delivered)
  if (state === null) events.push(openSession(event, place))
  events.push(agentLogEvent(event))

  const now = fold(state, events)
  const reason = whyClosed(now, event, terms)
  if (reason !== null) {
    events.push(
      guardEvent('guard.closed', event.sessionId, terms.now, { eventId: event.id, reason }),
    )
    const closed = { open: false, reason, fence: null }
    return { events, entry: { ...closed, state: fold(state, events), event } }
  }
  if (!JUDGED.has(event.kind)) {
    return { events, entry: { open: true, reason: null, fence: null, state: now, event } }
  }
  const fence = now.lastFence + 1
  const expiresAt = new Date(Date.parse(terms.now) + terms.leaseMs).toISOString()
  events.push(
    guardEvent('guard.leased', event.sessionId, terms.now, { fence, turn: now.turn, expiresAt }),
  )
  return { events, entry: { open: true, reason: null, fence, state: fold(state, events), event } }
}

/** A session is its client's: whoever else calls a hook, or hands in events as a program, says nothing of it. */
export const isForeign = (state: SessionState | null, { agent }: AgentEvent): boolean =>
  state !== null && state.agent !== agent && state.agent !== NAMELESS

/** Some clients hand our push on as a prompt like any other: we know it by having sent it. */
function ownWords(state: SessionState | null, event: AgentEvent): AgentEvent {
  if (event.kind !== 'prompt-submitted' || event.origin !== 'human') return event
  const isOurs = state?.told?.includes(textKey(event.text)) ?? false
  return isOurs ? { ...event, origin: 'ours' } : event
}

const openSession = (event: AgentEvent, place: Place): NewLogEvent =>
  guardEvent('guard.opened', event.sessionId, event.at, {
    agent: event.agent,
    parentSessionId: event.parentSessionId,
    ...place,
  })

function whyClosed(state: SessionState, event: AgentEvent, terms: GuardTerms): ClosedReason | null {
  const judged = JUDGED.has(event.kind)
  if (judged && state.turnEnd === 'aborted') return 'aborted'
  if (terms.own) return 'own_session'
  if (terms.paused) return 'paused'
  if (!judged) return null
  if (terms.blind) return 'store_unavailable'
  if (state.endedAt !== null) return 'ended'
  if (isLive(state.lease, terms)) return 'in_progress'
  if (state.attempts >= terms.maxAttempts) return 'capped'
  if (isWaiting(state, event)) return 'waiting'
  return null
}

/** A lease that ends later than any could was given before the clock was set back. */
const isLive = (lease: Lease | null, { now, leaseMs }: GuardTerms): lease is Lease => {
  const leftMs = lease === null ? 0 : Date.parse(lease.expiresAt) - Date.parse(now)
  return leftMs > 0 && leftMs <= Math.max(leaseMs, LONGEST_LEASE_MS)
}

/** Processes of one session may differ in how long they judge. */
const LONGEST_LEASE_MS = 5 * 60_000

const isWaiting = (state: SessionState, event: AgentEvent): boolean =>
  waitsForHuman(state) ||
  (event.kind === 'session-stopped' && (event.backgroundTasks > 0 || event.planMode))

const waitsForHuman = (state: SessionState): boolean =>
  state.refused || state.openRequests.length > 0

/** What the moments came to, on its way out. */
export interface Settlement {
  eventId: string
  sessionId: string
  fence: number | null
  proposal: Action
  /** How the turn ends if nothing is pushed; null when this event says nothing of its end. */
  end: TurnEnd | null
  /** The evidence behind a push; unchanged, it is pushed at most twice in a row. */
  fingerprint: string | null
  /** The context is a nudge in the middle of a turn: it counts into the budget of pushes. */
  counts?: boolean
  /** Said in place of a push that has no budget left: a red stop is never let through in silence. */
  letThrough?: Action | null
}

const MAX_SAME_PUSHES = 2

/** The last look before anything is sent: the session may have moved on while we judged. */
export function settleSession(
  state: SessionState,
  settlement: Settlement,
  terms: GuardTerms,
): { events: NewLogEvent[]; action: Action; state: SessionState } {
  const { fence, proposal, fingerprint, counts = false } = settlement
  const held = isLive(state.lease, terms) && state.lease.fence === fence
  const refusal = proposal.kind === 'none' ? null : whyNotSent(state, settlement, held, terms)
  const action: Action = refusal === null ? proposal : refused(refusal, settlement)
  // What is refused in the middle of a turn does not end it.
  const end = (fence === null ? undefined : ENDS.find((end) => end === refusal)) ?? settlement.end
  const events = [
    guardEvent('guard.settled', settlement.sessionId, terms.now, {
      eventId: settlement.eventId,
      fence,
      held,
      action,
      end,
      fingerprint,
      ...(counts && action.kind === 'context' ? { counts } : {}),
      ...(action.kind === 'continue' ? { told: textKey(action.text) } : {}),
    }),
  ]
  return { events, action, state: fold(state, events) }
}

const refused = (reason: string, { letThrough }: Settlement): Action =>
  SPENT.has(reason) && letThrough != null ? letThrough : { kind: 'none', reason }

/** Refusals by which something red goes through. */
const SPENT: ReadonlySet<string> = new Set(['capped', 'no_progress'])

/** Refusals that are also how the turn ends. */
const ENDS = ['capped', 'waiting', 'no_progress'] as const

function whyNotSent(
  state: SessionState,
  settlement: Settlement,
  held: boolean,
  terms: GuardTerms,
): string | null {
  const { fence, proposal, fingerprint } = settlement
  if (terms.silent !== null) return terms.silent
  // Whatever was judged under a lease is void without it, a toast as much as a push.
  if (fence !== null && !held) return whyVoid(state, fence)
  const isForUser = proposal.kind === 'toast' || proposal.kind === 'error'
  if (isForUser && !terms.hasToasts) return 'no_channel'
  if (proposal.kind === 'context' && !terms.takesContext) return 'no_channel'
  if (proposal.kind === 'context' && settlement.counts)
    return whyNotNudged(state, settlement, terms)
  if (proposal.kind !== 'continue') return null
  if (fence === null) return 'no_lease'
  if (!terms.hasChannel) return 'no_channel'
  if (state.attempts >= terms.maxAttempts) return 'capped'
  if (waitsForHuman(state)) return 'waiting'
  if (fingerprint !== null && (state.pushes[fingerprint] ?? 0) >= MAX_SAME_PUSHES) {
    return 'no_progress'
  }
  return null
}

/** Two calls may fail at once, each in a process of its own: the same nudge goes out once in a turn. */
function whyNotNudged(
  state: SessionState,
  { fingerprint }: Settlement,
  terms: GuardTerms,
): string | null {
  if (terms.blind) return 'store_unavailable'
  if (state.turnEnd === 'aborted') return 'aborted'
  if (state.attempts >= terms.maxAttempts) return 'capped'
  return fingerprint !== null && state.pushes[fingerprint] !== undefined ? 'already_nudged' : null
}

function whyVoid(state: SessionState, fence: number): string {
  if (state.turnEnd === 'aborted') return 'aborted'
  return state.lease?.fence === fence ? 'lease_expired' : 'superseded'
}

function fold(state: SessionState | null, events: readonly NewLogEvent[]): SessionState {
  const folded = events.reduce(foldSession, state)
  if (folded === null) throw new TypeError('a session that was never opened has no state')
  return folded
}
