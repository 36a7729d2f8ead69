import { lookFor } from '../read/demands/look-for.js'
import { readDemands } from '../read/demands/read-demands.js'
import type { FindBreak } from '../read/source/find-break.js'
import type { Look } from '../read/demands/look-for.js'
import type { LeftName } from '../read/repository/left-names.js'
import type { UnmadeNames } from '../read/repository/unmade-names.js'
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
  /** What keeps a file from being read as what its name says. */
  findBreak: FindBreak
  /** Names that were ordered to go and are still used. */
  left: readonly LeftName[]
  /** What the change added to a list of dependencies; looked for only where a person forbids it. */
  dependencies: readonly string[]
  /** Names of one list, of which some were made and others stand nowhere. */
  unmade: readonly UnmadeNames[]
}

/** What is known of the tree. */
export type TreeFacts = Pick<
  World,
  'look' | 'findTask' | 'findBreak' | 'left' | 'unmade' | 'dependencies'
>

/** A record without its tree: what only files show is not looked for. */
export const NO_TREE: TreeFacts = {
  look: null,
  findTask: () => null,
  findBreak: () => null,
  left: [],
  unmade: [],
  dependencies: [],
}

export const worldOf = (evidence: Evidence, tree: TreeFacts): World => ({
  evidence,
  asked: askedNow(evidence),
  demands: evidence.demands ?? lookFor(readDemands(evidence.request.messages), evidence, null),
  ...tree,
})

/** A message shorter than this ("yes, go on") says what it is about only together with earlier ones. */
const MIN_CHARS = 120

function askedNow({ request }: Evidence): string {
  const texts = request.messages.map(({ text }) => text)
  let from = texts.length - 1
  while (from > 0 && texts.slice(from).join('').length < MIN_CHARS) from -= 1
  return texts.slice(Math.max(0, from)).join('\n\n')
}

type Recorded = Pick<World, 'evidence'>

/** The number of the current turn. */
export const turnOf = ({ evidence }: Recorded): number => evidence.request.total

/** What was asked for is to be told; where something was changed, it was not. */
export const isOnlyTold = ({ evidence: { request, edits } }: Recorded): boolean =>
  (request.flags.readOnly !== null || request.flags.planOnly !== null) &&
  !edits.some(({ turn }) => turn === request.total)

/** Orders of now that the reader does not guess. */
export const ordersOf = (world: World): StatedDemand[] =>
  world.demands.filter((demand) => demand.probability >= SURE && isCurrent(demand, world))
const SURE = 0.8

/** A demand of this turn, or of a message that this one continues. */
export function isCurrent(demand: StatedDemand, { evidence }: Recorded): boolean {
  const { total, messages } = evidence.request
  if (demand.source !== 'human' || demand.state !== 'asked') return false
  const isContinued = demand.message === total - 1 && isAgreement(messages.at(-1)?.text ?? '')
  return demand.message === total || isContinued
}

/** "Yes please", "1+2", "go on": it has no words for an order of its own. */
export const isAgreement = (text: string): boolean => text.trim().split(' ').length <= MAX_AGREEMENT
const MAX_AGREEMENT = 5
