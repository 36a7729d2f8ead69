import type { AgentEvent, AgentEventOf } from '../../schema/agent-event.js'
import type { Evidence, RecentItem } from '../../schema/evidence.js'
import type { Store } from '../../store.js'
import { isFailure, isSame } from './detector.js'
import type { CallItem } from './detector.js'

type FailedCall = AgentEventOf<'tool-finished'>

const LOOKED_AT = 60

/**
 * The failed calls of this turn by the log, up to this one, oldest first: of the agent itself, or of one
 * subagent. Calls may fail at the same time: each process looks at what was logged before its own.
 */
export async function failedCalls(event: FailedCall, store: Store): Promise<CallItem[]> {
  const logged = await store.readEvents({
    sessionId: event.sessionId,
    kinds: ['agent.tool-finished', 'agent.prompt-submitted'],
    order: 'newest',
    limit: LOOKED_AT,
  })
  const events = logged.map(({ body }) => body as AgentEvent)
  const known = events.slice(
    Math.max(
      0,
      events.findIndex(({ id }) => id === event.id),
    ),
  )
  const turn = known.findIndex(
    (past) => past.kind === 'prompt-submitted' && past.origin === 'human',
  )
  return (turn === -1 ? known : known.slice(0, turn))
    .toReversed()
    .filter((past): past is FailedCall => past.kind === 'tool-finished' && past.failed)
    .filter((past) => past.call !== undefined && past.subagentId === event.subagentId)
    .map(toCallItem)
}

/** A failed call as the detectors know it. */
const toCallItem = ({ at, tool, call }: FailedCall, step: number): CallItem => ({
  kind: 'call',
  step,
  at,
  tool,
  ...call!,
  status: 'failed',
  sidechain: false,
})

/**
 * The session with the failed calls that the log knows. A client may write its transcript behind its
 * hooks, and calls may run at the same time: then several of them still wait there for their results,
 * or are not there at all.
 */
export function withCalls(
  { recent, steps }: Pick<Evidence, 'recent' | 'steps'>,
  logged: readonly CallItem[],
): RecentItem[] {
  const human = recent.findLastIndex(({ kind }) => kind === 'human')
  const turn = recent.slice(human + 1).filter(isOwnCall)
  const begun = recent[Math.max(0, human)]?.at ?? ''
  const missing = notIn(
    turn,
    logged.filter(({ at }) => at! > begun),
  )
  const results = new Map<RecentItem, CallItem>()
  for (const key of new Set(missing.map(({ actionKey }) => actionKey))) {
    const calls = missing.filter(({ actionKey }) => actionKey === key)
    const waiting = turn.filter(
      ({ actionKey, status }) => actionKey === key && status === 'pending',
    )
    // The latest: what has waited since before them waits for something else.
    waiting.slice(-calls.length).forEach((item, index) => results.set(item, calls[index]!))
  }
  const placed = new Set(results.values())
  // What was done before and after these is not written yet: those that end as the last one changed nothing.
  const added = missing.filter((call) => !placed.has(call) && isSame(call, logged.at(-1)!))
  return [
    ...recent.map((item) => ({ ...(results.get(item) ?? item), step: item.step })),
    ...added.map((call, index) => ({ ...call, step: steps + index })),
  ]
}

/** Of each action the transcript has the first ones. */
function notIn(turn: readonly CallItem[], logged: readonly CallItem[]): CallItem[] {
  const known = turn.filter(isFailure).map(({ actionKey }) => actionKey)
  return logged.filter(({ actionKey }) => {
    const index = known.indexOf(actionKey)
    if (index !== -1) known.splice(index, 1)
    return index === -1
  })
}

const isOwnCall = (item: RecentItem): item is CallItem => item.kind === 'call' && !item.sidechain
