import type { Moment } from './moments/moment.js'
import type { AgentEventKind } from './schema/agent-event.js'

/** A moment that is loaded when it is first asked: most events need few of them. */
export interface RoutedMoment extends Moment {
  load(): Promise<Moment>
}

const recall = later(
  'recall',
  false,
  async () => (await import('./moments/failure/recall.js')).recall,
)
const run = later('run', true, async () => (await import('./moments/run/run.js')).run)
const askSelfReport = later(
  'ask-self-report',
  false,
  async () => (await import('./moments/run/ask-self-report.js')).askSelfReport,
)
const tellSelf = later(
  'self',
  false,
  async () => (await import('./moments/run/tell-self.js')).tellSelf,
)
const exposures = later(
  'exposures',
  true,
  async () => (await import('./moments/failure/exposures.js')).exposures,
)
const episodes = later(
  'episodes',
  true,
  async () => (await import('./moments/failure/episodes.js')).episodes,
)
const recallInTurn = later(
  'recall',
  false,
  async () => (await import('./moments/failure/recall-in-turn.js')).recallInTurn,
)
const stall = later('stall', false, async () => (await import('./moments/stall/stall.js')).stall)
const stallInTurn = later(
  'stall',
  false,
  async () => (await import('./moments/stall/on-failed-call.js')).stallInTurn,
)
const stop = later('stop', false, async () => (await import('./moments/stop/stop.js')).stop)
const wokenChecks = later(
  'checks',
  false,
  async () => (await import('./moments/stop/checks/woken.js')).wokenChecks,
)
const compaction = later(
  'compaction',
  false,
  async () => (await import('./moments/compaction/compaction.js')).compaction,
)
const outcome = later(
  'outcome',
  true,
  async () => (await import('./moments/run/outcome/outcome.js')).outcome,
)
const turn = later('turn', true, async () => (await import('./moments/turn/turn.js')).turn)
const keepSaid = later(
  'memory',
  true,
  async () => (await import('./moments/turn/keep-said.js')).keepSaid,
)
const failure = later(
  'failure',
  false,
  async () => (await import('./moments/failure/failure.js')).failure,
)

/**
 * Which moments look at an event, in this order. An event that is not here is only logged. The cycle is
 * not here: what it looks at comes from the host, through a door of its own (moments/cycle/cycle.ts).
 */
const moments: Partial<Record<AgentEventKind, readonly RoutedMoment[]>> = {
  'session-started': [tellSelf, askSelfReport],
  'prompt-submitted': [outcome, keepSaid, recall, tellSelf, askSelfReport],
  // A call that failed may be one of a loop, or a check that failed before; one that went well is only
  // logged.
  'tool-finished': [stallInTurn, recallInTurn],
  // At a stop the stall moment answers only a loop, and before the judge: "do what you announced"
  // would keep the loop going. The compaction moment answers only a look that is due.
  'session-stopped': [run, exposures, episodes, outcome, stall, stop, compaction, turn],
  'session-idle-long': [wokenChecks, compaction, stall],
  'session-compacting': [compaction, recall],
  'session-compacted': [compaction],
  'session-ended': [episodes, outcome],
  'attempt-failed': [failure],
}

export const route = (kind: AgentEventKind): readonly RoutedMoment[] => moments[kind] ?? []

function later(name: string, passive: boolean, load: () => Promise<Moment>): RoutedMoment {
  return {
    name,
    passive,
    load,
    reflect: async (input, ports) => (await load()).reflect(input, ports),
  }
}
