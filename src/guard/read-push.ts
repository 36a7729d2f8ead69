import type { LogEvent } from '../schema/log-event.js'
import type { GuardBodies } from './guard-event.js'

/** One time that an agent was sent back at a stop. */
export interface Push {
  gate: string
  verdictId: string
  fingerprint: string | null
}

/** The push that a line of the log tells of; null when it tells of none. */
export function readPush(event: LogEvent): Push | null {
  if (event.kind !== 'guard.settled') return null
  const { action, fingerprint } = event.body as GuardBodies['guard.settled']
  if (action.kind !== 'continue' || action.metadata['moment'] !== 'stop') return null
  const { gate = 'model', verdict_id: verdictId = '' } = action.metadata
  return { gate, verdictId, fingerprint }
}
