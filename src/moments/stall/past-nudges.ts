import type { GuardBodies } from '../../guard/guard-event.js'
import type { SessionState } from '../../schema/session-state.js'
import type { Store } from '../../store.js'
import { shortHash } from '../../util/loose-json.js'
import type { Loop } from './detector.js'

/** How the nudges of this moment are marked; what went out is read back by it. */
export interface NudgeMark {
  loop: string
  /** The step of the last thing that belonged to the loop; null in the middle of a turn. */
  step: number | null
  turn: number
}

export interface PastNudge extends NudgeMark {
  /** ISO instant. */
  at: string
}

const LOOKED_AT = 50

export const toMetadata = ({ loop, step, turn }: NudgeMark): Record<string, string> => ({
  by: 'reflectory',
  moment: 'stall',
  loop,
  ...(step === null ? {} : { step: String(step) }),
  turn: String(turn),
})

/** The same loop has the same key in every event of a session. */
export const loopKey = ({ detector, key }: Loop): string => `${detector}:${shortHash(key)}`

/** The nudges out of this loop in the present turn, newest first. */
export async function nudgesOf(
  key: string,
  { sessionId, turn }: Pick<SessionState, 'sessionId' | 'turn'>,
  store: Store,
): Promise<PastNudge[]> {
  const past = await pastNudges(sessionId, store)
  return past.filter((nudge) => nudge.turn === turn && nudge.loop === key)
}

/** The nudges that really went out in this session, newest first. */
async function pastNudges(sessionId: string, store: Store): Promise<PastNudge[]> {
  const events = await store.readEvents({
    sessionId,
    kinds: ['guard.settled'],
    order: 'newest',
    limit: LOOKED_AT,
  })
  return events.flatMap(({ at, body }) => {
    const { action } = body as GuardBodies['guard.settled']
    const metadata = 'metadata' in action ? (action.metadata ?? {}) : {}
    if (metadata['moment'] !== 'stall') return []
    const { loop = '', step, turn } = metadata
    return [{ at, loop, step: step === undefined ? null : Number(step), turn: Number(turn ?? 0) }]
  })
}
