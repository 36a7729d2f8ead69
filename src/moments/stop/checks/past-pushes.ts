import type { GuardBodies } from '../../../guard/guard-event.js'
import type { Store } from '../../../store.js'
import type { MomentInput } from '../../moment.js'
import { CHECK_NOT_RUN, MAX_CHECK_PUSHES, RED_CHECK } from './check-push.js'
import type { CheckPush } from './check-push.js'

const MAX_EVENTS = 200

/** Two pushes about checks in a turn are enough, and one for the same failure in a session. */
export async function maySay(
  { metadata: { check, signature } }: CheckPush,
  { session }: Pick<MomentInput, 'session'>,
  store: Store,
): Promise<boolean> {
  const { sessionId, turn } = session
  const events = await store.readEvents({
    sessionId,
    kinds: ['guard.settled'],
    order: 'newest',
    limit: MAX_EVENTS,
  })
  const pushes = events.flatMap(({ body }) => {
    const { action } = body as GuardBodies['guard.settled']
    const isOurs = action.kind === 'continue' && GATES.has(action.metadata['gate'] ?? '')
    return isOurs ? [action.metadata] : []
  })
  if (pushes.filter((push) => push['turn'] === String(turn)).length >= MAX_CHECK_PUSHES)
    return false
  return !pushes.some((push) => push['check'] === check && push['signature'] === signature)
}

const GATES: ReadonlySet<string> = new Set([RED_CHECK, CHECK_NOT_RUN])
