import type { Look } from '../evidence/demands/look-for.js'
import type { FindTask } from '../read/shell/covers.js'
import type { StatedDemand } from '../schema/demand.js'
import type { Evidence } from '../schema/evidence.js'

/** What points are found in: the record, the tree and the orders. The report is not among it. */
export interface World {
  evidence: Evidence
  /** What the humans demand, and whether it still stands. */
  demands: readonly StatedDemand[]
  /** What is asked for now: the last message, and those before it that it needs to be understood. */
  asked: string
  /** Looks at files; null without a tree. */
  look: Look | null
  findTask: FindTask
}

/** The number of the current turn. */
export const turnOf = ({ evidence }: Pick<World, 'evidence'>): number => evidence.request.total

/** A demand of this turn, or of a message that this one continues. */
export const isCurrent = (demand: StatedDemand, { evidence, asked }: World): boolean =>
  demand.source === 'human' &&
  demand.state === 'asked' &&
  (demand.message === evidence.request.total || asked.includes(demand.sentence))
