import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { NewLogEvent } from '../schema/log-event.js'
import type { TurnEnd } from '../schema/session-state.js'

/** What the guard itself writes into the log, by kind. With `agent.*` this is all that a session's state is made of. */
export interface GuardBodies {
  /** The first event of a session: what stays fixed from here on. */
  'guard.opened': {
    agent: string
    parentSessionId: string | null
    projectRoot: string | null
    startPoint: string | null
    /** Tracked files that held what was not committed. */
    uncommitted?: string[]
    /** Taken over from a transcript: no hook saw it. */
    imported?: true
  }
  /** The right to judge and act was given. */
  'guard.leased': { fence: number; turn: number; expiresAt: string }
  /** Judging was refused, and why. */
  'guard.closed': { eventId: string; reason: ClosedReason }
  /** Another than the session's client told something of it, which does not count. */
  'guard.foreign': { agent: string; event: AgentEvent['kind'] }
  /** An event came to its end: this is what goes out. `held` says whether the lease was still ours. */
  'guard.settled': {
    eventId: string
    fence: number | null
    held: boolean
    action: Action
    end: TurnEnd | null
    fingerprint: string | null
    /** Context that is a nudge: it counts as a push does. */
    counts?: true
    /** The key of a push's text, taken before secrets are removed from it. */
    told?: string
  }
}

/** Why judging and acting is not allowed now. */
export type ClosedReason =
  | 'aborted'
  | 'own_session'
  | 'paused'
  | 'store_unavailable'
  | 'in_progress'
  | 'capped'
  | 'waiting'
  | 'ended'

export function guardEvent<K extends keyof GuardBodies>(
  kind: K,
  sessionId: string,
  at: string,
  body: GuardBodies[K],
): NewLogEvent {
  return { kind, at, sessionId, key: null, body }
}

/** The log line of what a client told us; its key makes a second delivery recognisable. */
export function agentLogEvent(event: AgentEvent): NewLogEvent {
  return {
    kind: `agent.${event.kind}`,
    at: event.at,
    sessionId: event.sessionId,
    key: agentEventKey(event),
    body: withoutPrinted(event),
  }
}

/** What a call printed is in the transcript; the log has enough to know the call again. */
function withoutPrinted(event: AgentEvent): AgentEvent {
  if (event.kind !== 'tool-finished' || event.call?.printed === undefined) return event
  const { printed: _, ...call } = event.call
  return { ...event, call }
}

/** Clients count their events each for itself, and some begin anew in every session. */
export const agentEventKey = ({ agent, sessionId, id }: AgentEvent): string =>
  `agent:${JSON.stringify([agent, sessionId, id])}`
