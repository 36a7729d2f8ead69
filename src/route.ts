import type { Moment } from './moments/moment.js'
import { exposures } from './moments/failure/exposures.js'
import { failure } from './moments/failure/failure.js'
import { recall } from './moments/failure/recall.js'
import { run } from './moments/run/run.js'
import { turn } from './moments/turn/turn.js'
import type { AgentEventKind } from './schema/agent-event.js'

/** Which moments look at an event, in this order. An event that is not here is only logged. */
const moments: Partial<Record<AgentEventKind, readonly Moment[]>> = {
  'session-started': [recall],
  'prompt-submitted': [recall],
  'session-stopped': [run, exposures, turn],
  'attempt-failed': [failure],
}

export const route = (kind: AgentEventKind): readonly Moment[] => moments[kind] ?? []
