import type { GuardBodies } from '../../guard/guard-event.js'
import type { Store } from '../../store.js'

/** How the nudges of this moment are marked; what went out is read back by it. */
export interface NudgeMark {
  loop: string
  /** The step of the last thing that belonged to the loop. */
  step: number
  turn: number
}

const LOOKED_AT = 50

export const toMetadata = ({ loop, step, turn }: NudgeMark): Record<string, string> => ({
  by: 'reflectory',
  moment: 'stall',
  loop,
  step: String(step),
  turn: String(turn),
})

/** The nudges that really went out in this session, newest first. */
export async function pastNudges(sessionId: string, store: Store): Promise<NudgeMark[]> {
  const events = await store.readEvents({
    sessionId,
    kinds: ['guard.settled'],
    order: 'newest',
    limit: LOOKED_AT,
  })
  return events.flatMap(({ body }) => {
    const { action } = body as GuardBodies['guard.settled']
    if (action.kind !== 'continue' || action.metadata['moment'] !== 'stall') return []
    const { loop = '', step, turn } = action.metadata
    return [{ loop, step: Number(step ?? 0), turn: Number(turn ?? 0) }]
  })
}
