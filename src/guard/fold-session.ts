import type { AgentEvent } from '../schema/agent-event.js'
import type { NewLogEvent } from '../schema/log-event.js'
import type { SessionState } from '../schema/session-state.js'
import type { GuardBodies } from './guard-event.js'

/**
 * The session's state after one more log event. State is this fold and nothing else, so a rebuild
 * from the log gives the same rows. Events that say nothing about the session leave it as it is.
 */
export function foldSession(state: SessionState | null, event: NewLogEvent): SessionState | null {
  if (event.kind === 'guard.opened') return state ?? open(event)
  if (state === null) return null
  if (event.kind.startsWith('agent.'))
    return touched(foldAgentEvent(state, event.body as AgentEvent), event)
  if (event.kind === 'guard.leased') return touched(foldLeased(state, event), event)
  if (event.kind === 'guard.closed') return touched(foldClosed(state, event), event)
  if (event.kind === 'guard.settled') return touched(foldSettled(state, event), event)
  return state
}

function open(event: NewLogEvent): SessionState {
  const body = event.body as GuardBodies['guard.opened']
  return {
    sessionId: event.sessionId!,
    ...body,
    startedAt: event.at,
    updatedAt: event.at,
    endedAt: null,
    turn: 0,
    turnEnd: 'open',
    attempts: 0,
    pushes: {},
    openRequests: [],
    refused: false,
    lease: null,
    lastFence: 0,
    stops: 0,
  }
}

const touched = (state: SessionState, event: NewLogEvent): SessionState =>
  state.updatedAt >= event.at ? state : { ...state, updatedAt: event.at }

/** Programs without a name of their own; a session that one of them began goes over to the client that it is of. */
export const NAMELESS = 'generic'

function foldAgentEvent(told: SessionState, event: AgentEvent): SessionState {
  const state = told.agent === NAMELESS ? { ...told, agent: event.agent } : told
  switch (event.kind) {
    case 'session-started':
      return { ...state, endedAt: null }
    case 'prompt-submitted':
      // Our own feedback comes back as a prompt in some clients: it opens no turn and resets no budget.
      return event.origin === 'human' ? nextTurn(state) : state
    case 'session-stopped':
      return { ...state, stops: state.stops + 1 }
    case 'session-aborted':
      return { ...state, turnEnd: 'aborted', lease: null, openRequests: [] }
    case 'session-errored':
      return { ...state, turnEnd: endUnlessAborted(state, 'errored'), lease: null }
    case 'permission-asked':
      return { ...state, openRequests: [...new Set([...state.openRequests, event.requestId])] }
    case 'permission-answered':
      return {
        ...state,
        openRequests: state.openRequests.filter((id) => id !== event.requestId),
        refused: !event.granted,
      }
    case 'tool-finished':
      return countFailure({ ...state, refused: false }, event)
    case 'session-ended':
      return { ...state, endedAt: event.at, lease: null, openRequests: [] }
    default:
      return state
  }
}

/** Which call failed, so that the same one is known again: of the agent itself, or of one subagent. */
export const failureKey = ({ call, subagentId }: ToolFinished): string | null =>
  call === undefined ? null : `${subagentId ?? ''}:${call.actionKey}`

type ToolFinished = Extract<AgentEvent, { kind: 'tool-finished' }>

/** Far more than an agent tries in turn. */
const MAX_FAILURES = 30

function countFailure(state: SessionState, event: ToolFinished): SessionState {
  const key = event.failed ? failureKey(event) : null
  if (key === null) return state
  const { [key]: times = 0, ...others } = state.failures ?? {}
  const latest = Object.entries(others).slice(1 - MAX_FAILURES)
  return { ...state, failures: { ...Object.fromEntries(latest), [key]: times + 1 } }
}

const nextTurn = ({ failures: _failures, ...state }: SessionState): SessionState => ({
  ...state,
  turn: state.turn + 1,
  turnEnd: 'open',
  attempts: 0,
  pushes: {},
  refused: false,
  lease: null,
  openRequests: [],
  endedAt: null,
})

function foldLeased(state: SessionState, event: NewLogEvent): SessionState {
  const lease = event.body as GuardBodies['guard.leased']
  return { ...state, lease, lastFence: lease.fence }
}

function foldClosed(state: SessionState, event: NewLogEvent): SessionState {
  const { reason } = event.body as GuardBodies['guard.closed']
  if (reason !== 'capped' && reason !== 'waiting') return state
  return { ...state, turnEnd: endUnlessAborted(state, reason) }
}

function foldSettled(state: SessionState, event: NewLogEvent): SessionState {
  const body = event.body as GuardBodies['guard.settled']
  const { held, fence, action, end, fingerprint, told } = body
  if (body.counts) return counted(state, fingerprint)
  // What waited in the spool may arrive while another process holds the session.
  if (!held || state.lease?.fence !== fence) return state
  if (action.kind !== 'continue') {
    return { ...state, lease: null, turnEnd: endUnlessAborted(state, end ?? state.turnEnd) }
  }
  return {
    ...counted(state, fingerprint),
    lease: null,
    turnEnd: 'open',
    ...(told === undefined ? {} : { told: [...(state.told ?? []), told].slice(-MAX_TOLD) }),
  }
}

const counted = (state: SessionState, fingerprint: string | null): SessionState => ({
  ...state,
  attempts: state.attempts + 1,
  pushes: fingerprint === null ? state.pushes : countPush(state.pushes, fingerprint),
})

/** More pushes than any turn may have. */
const MAX_TOLD = 16

const countPush = (pushes: SessionState['pushes'], fingerprint: string) => ({
  ...pushes,
  [fingerprint]: (pushes[fingerprint] ?? 0) + 1,
})

/** An abort is the human's word for the whole turn: nothing of ours overwrites it. */
const endUnlessAborted = (state: SessionState, end: SessionState['turnEnd']) =>
  state.turnEnd === 'aborted' ? 'aborted' : end
