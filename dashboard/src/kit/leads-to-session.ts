import type { EventItem } from '../../../src/schema/api/log.js'

/** Clients and the guard speak of sessions that can be looked at; others only name who worked. */
export const leadsToSession = ({ kind, sessionId }: Pick<EventItem, 'kind' | 'sessionId'>) =>
  sessionId !== null && /^(?:agent|guard)\./.test(kind)
