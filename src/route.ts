import type { Moment } from './moments/moment.js'
import { run } from './moments/run/run.js'
import type { AgentEventKind } from './schema/agent-event.js'

/** Which moments look at an event, in this order. An event that is not here is only logged. */
const moments: Partial<Record<AgentEventKind, readonly Moment[]>> = {
  'session-stopped': [run],
}

export const route = (kind: AgentEventKind): readonly Moment[] => moments[kind] ?? []
