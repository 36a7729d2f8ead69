/**
 * The oracle of the guard's model: the list of what happened to a session, read backwards at every
 * decision. It knows nothing of the guard's state.
 */
import type { AgentEvent, AgentEventKind } from '../../schema/agent-event.js'
import type { GuardTerms } from '../guard.js'
import { LEASE_MS } from './scenario.js'

/** What happened, oldest first. A judge goes by the event that it was let in for. */
export interface Happened {
  what: 'human' | 'judge' | 'settled' | 'pushed' | 'other' | AgentEventKind
  at: number
  by?: string
  fingerprint?: string | null
  requestId?: string
  granted?: boolean
}

export function happening(event: AgentEvent, at: number): Happened {
  const requestId = 'requestId' in event ? { requestId: event.requestId } : {}
  const granted = 'granted' in event ? { granted: event.granted } : {}
  if (event.kind !== 'prompt-submitted') return { what: event.kind, at, ...requestId, ...granted }
  return { what: event.origin === 'human' ? 'human' : 'other', at }
}

/** Everything after the last human message. */
const turnOf = (history: readonly Happened[]): readonly Happened[] =>
  history.slice(history.findLastIndex(({ what }) => what === 'human') + 1)

export const pushesOfTurn = (history: readonly Happened[]) =>
  turnOf(history).filter(({ what }) => what === 'pushed')

const isAborted = (history: readonly Happened[]): boolean =>
  turnOf(history).some(({ what }) => what === 'session-aborted')

function isEnded(history: readonly Happened[]): boolean {
  const last = history.findLast(({ what }) =>
    ['session-ended', 'session-started', 'human'].includes(what),
  )
  return last?.what === 'session-ended'
}

const FORGETTING = new Set(['human', 'session-aborted', 'session-ended'])

/** Asked and not answered since; a new turn, an abort and an end withdraw every question. */
function isAsked(history: readonly Happened[]): boolean {
  const from = history.findLastIndex(({ what }) => FORGETTING.has(what)) + 1
  const asked = new Set<string>()
  for (const { what, requestId } of history.slice(from)) {
    if (what === 'permission-asked') asked.add(requestId!)
    if (what === 'permission-answered') asked.delete(requestId!)
  }
  return asked.size > 0
}

/** What the human refused last stays refused until they speak, grant something, or a tool runs. */
function isRefused(history: readonly Happened[]): boolean {
  const last = history.findLast(({ what }) =>
    ['permission-answered', 'tool-finished', 'human'].includes(what),
  )
  return last?.granted === false
}

const VOIDING = new Set(['human', 'session-aborted', 'session-errored', 'session-ended'])

/** The judge was the last to be let in, has not settled, is in time, and nothing voided it. */
export function isHeld(history: readonly Happened[], by: string, now: number): boolean {
  const entry = history.findLastIndex(({ what }) => what === 'judge')
  const judge = history[entry]
  if (judge === undefined || judge.by !== by || now - judge.at >= LEASE_MS) return false
  return !history
    .slice(entry)
    .some((one) => VOIDING.has(one.what) || (one.what === 'settled' && one.by === by))
}

export function isFree(
  history: readonly Happened[],
  event: AgentEvent,
  now: number,
  { maxAttempts, odd }: { maxAttempts: number; odd: Partial<GuardTerms> },
): boolean {
  const last = history.findLast(({ what }) => what === 'judge')
  const isBusy = event.kind === 'session-stopped' && (event.planMode || event.backgroundTasks > 0)
  return (
    Object.keys(odd).length === 0 &&
    !isAborted(history) &&
    !isEnded(history) &&
    !(last !== undefined && isHeld(history, last.by!, now)) &&
    pushesOfTurn(history).length < maxAttempts &&
    !isAsked(history) &&
    !isRefused(history) &&
    !isBusy
  )
}

export function hasBudget(
  history: readonly Happened[],
  fingerprint: string | null,
  maxAttempts: number,
): boolean {
  const pushes = pushesOfTurn(history)
  const same = pushes.filter((push) => fingerprint !== null && push.fingerprint === fingerprint)
  const isWaiting = isAsked(history) || isRefused(history)
  return pushes.length < maxAttempts && !isWaiting && same.length < 2
}
