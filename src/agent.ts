/**
 * The agent port: how one coding agent reaches us. A raw payload comes in and an AgentEvent goes
 * out; an Action comes in and what the client understands goes out. An adapter decides nothing and
 * reads nothing but what it is handed.
 */
import type { Action } from './schema/action.js'
import type { AgentEvent } from './schema/agent-event.js'

/** What a client can do; shared code asks these and never which client it is. */
export interface AgentCapabilities {
  /** A stop can be answered with "go on". */
  canContinue: boolean
  /** The client can be prompted while it is idle. */
  canPromptIdle: boolean
  /** Pushes in a row before the client ends the turn by itself; null when it has no cap. */
  maxContinuations: number | null
  canInjectAfterCompaction: boolean
  tellsAborts: boolean
  hasToasts: boolean
}

/** What an adapter needs besides the payload to make an event of it. */
export interface DecodeContext {
  /** The event named on the command line; the payload's own name wins. */
  eventName: string | null
  /** Given to the event when the payload carries no id of its own. */
  id: string
  /** ISO instant of the delivery. */
  now: string
  /** Why the payload is not whole; null when it is. */
  degraded: string | null
}

export interface Agent {
  id: string
  capabilities: AgentCapabilities
  /** What the client hears when there is nothing to say. */
  silence: string
  /** null for an event of the client's that means nothing to us; throws `payload-invalid`. */
  decode(payload: unknown, context: DecodeContext): AgentEvent | null
  /** The reply on standard output. Unsupported actions become silence. */
  encode(action: Action, event: AgentEvent): string
  /** Folders under which this client keeps its transcripts. */
  transcriptRoots(home: string): string[]
}
