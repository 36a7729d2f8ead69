import { compaction } from './moments/compaction/compaction.js'
import type { Moment } from './moments/moment.js'
import { cycle } from './moments/cycle/cycle.js'
import { exposures } from './moments/failure/exposures.js'
import { failure } from './moments/failure/failure.js'
import { recall } from './moments/failure/recall.js'
import { run } from './moments/run/run.js'
import { stall } from './moments/stall/stall.js'
import { stop } from './moments/stop/stop.js'
import { turn } from './moments/turn/turn.js'
import type { AgentEventKind } from './schema/agent-event.js'

/** Which moments look at an event, in this order. An event that is not here is only logged. */
const moments: Partial<Record<AgentEventKind, readonly Moment[]>> = {
  'session-started': [recall],
  'prompt-submitted': [recall],
  // At a stop the stall moment answers only a loop, and before the judge: "do what you announced"
  // would keep the loop going. The compaction moment answers only a look that is due.
  'session-stopped': [run, exposures, stall, stop, compaction, turn],
  'session-idle-long': [compaction, stall],
  'session-compacting': [compaction],
  'session-compacted': [compaction],
  'attempt-failed': [failure],
  'outcome-recorded': [cycle],
}

export const route = (kind: AgentEventKind): readonly Moment[] => moments[kind] ?? []
