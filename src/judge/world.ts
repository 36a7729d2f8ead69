import type { Look } from '../evidence/demands/look-for.js'
import type { LeftName } from '../evidence/repository/left-names.js'
import type { UnmadeNames } from '../evidence/repository/unmade-names.js'
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
  /** Names that were ordered to go and are still used. */
  left: readonly LeftName[]
  /** Names of one list, of which some were made and others stand nowhere. */
  unmade: readonly UnmadeNames[]
}

/** The number of the current turn. */
export const turnOf = ({ evidence }: Pick<World, 'evidence'>): number => evidence.request.total

/** A demand of this turn, or of a message that this one continues. */
export function isCurrent(demand: StatedDemand, { evidence }: Pick<World, 'evidence'>): boolean {
  const { total, messages } = evidence.request
  if (demand.source !== 'human' || demand.state !== 'asked') return false
  const isContinued = demand.message === total - 1 && isAgreement(messages.at(-1)?.text ?? '')
  return demand.message === total || isContinued
}

/** "Yes please", "1+2", "go on": it has no words for an order of its own. */
const isAgreement = (text: string): boolean => text.trim().split(' ').length <= MAX_AGREEMENT
const MAX_AGREEMENT = 5
