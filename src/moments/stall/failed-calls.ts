import type { AgentEvent, AgentEventOf } from '../../schema/agent-event.js'
import type { RecentItem } from '../../schema/evidence.js'
import type { Store } from '../../store.js'
import { isFailure } from './detector.js'
import type { CallItem } from './detector.js'

type FailedCall = AgentEventOf<'tool-finished'>

const LOOKED_AT = 60

/** The failed calls of this turn by the log, oldest first: of the agent itself, or of one subagent. */
export async function failedCalls(event: FailedCall, store: Store): Promise<CallItem[]> {
  const logged = await store.readEvents({
    sessionId: event.sessionId,
    kinds: ['agent.tool-finished', 'agent.prompt-submitted'],
    order: 'newest',
    limit: LOOKED_AT,
  })
  const events = logged.map(({ body }) => body as AgentEvent)
  const turn = events.findIndex(
    (past) => past.kind === 'prompt-submitted' && past.origin === 'human',
  )
  return (turn === -1 ? events : events.slice(0, turn))
    .toReversed()
    .filter((past): past is FailedCall => past.kind === 'tool-finished' && past.failed)
    .filter((past) => past.call !== undefined && past.subagentId === event.subagentId)
    .map(toCallItem)
}

/** A failed call as the detectors know it, at a step of the caller's. */
export const toCallItem = ({ at, tool, call }: FailedCall, step: number): CallItem => ({
  kind: 'call',
  step,
  at,
  tool,
  ...call!,
  status: 'failed',
  sidechain: false,
})

/**
 * The session with the call that just failed. A client may write its transcript behind its hooks: then
 * the call still waits there for its result, or is not there at all.
 */
export function withCall(
  recent: readonly RecentItem[],
  call: CallItem,
  logged: readonly CallItem[],
): RecentItem[] {
  const isIt = (item: RecentItem): item is CallItem =>
    item.kind === 'call' && !item.sidechain && item.actionKey === call.actionKey
  const waiting = recent.findLast((item) => isIt(item) && item.status === 'pending')
  if (waiting !== undefined) {
    return recent.map((item) => (item === waiting ? { ...call, step: item.step } : item))
  }
  const turn = recent.slice(recent.findLastIndex(({ kind }) => kind === 'human') + 1)
  const known = turn.filter((item) => isIt(item) && isFailure(item)).length
  const told = logged.filter(isIt).length
  return known >= told ? [...recent] : [...recent, call]
}
