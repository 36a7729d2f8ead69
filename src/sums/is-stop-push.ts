import type { GuardBodies } from '../guard/guard-event.js'
import type { LogEvent } from '../schema/log-event.js'

/** What "sent back" counts: a stop that was answered with "go on". A nudge out of a stall is none. */
export function isStopPush({ kind, body }: LogEvent): boolean {
  if (kind !== 'guard.settled') return false
  const { action } = body as GuardBodies['guard.settled']
  return action.kind === 'continue' && action.metadata['moment'] === 'stop'
}
