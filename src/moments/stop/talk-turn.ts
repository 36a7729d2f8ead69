import { subjectsIn } from '../../evidence/message/subjects.js'
import { topicWords } from '../../evidence/message/topics.js'
import type { StatedDemand } from '../../schema/demand.js'
import type { StopFacts } from './gate.js'
import { onlyLooks } from './substance.js'
import { isWork } from '../../evidence/demands/is-work.js'

/**
 * The person has spoken since the work, asked for nothing more, and the agent has done nothing more:
 * "stop here", "leave it", "thanks". What is still red was known then, and is no reason to go on.
 */
export function isTalkTurn({ evidence, demands, basis }: StopFacts): boolean {
  const { total } = evidence.request
  if (basis !== 'recorded' || total < 2) return false
  const hasActed =
    evidence.edits.some(({ turn }) => turn === total) ||
    evidence.commands.some(({ turn, command }) => turn === total && !onlyLooks(command))
  return !hasActed && !demands.some((demand) => demand.message === total && asksForWork(demand))
}

/** A wish that names what it is about: "leave it as it is" may be read as one. */
const asksForWork = ({
  kind,
  state,
  source,
  sentence,
  names,
  probability,
}: StatedDemand): boolean =>
  source === 'human' &&
  state === 'asked' &&
  isWork(kind) &&
  probability >= LIKELY &&
  (probability >= SURE ||
    topicWords(sentence).size > 0 ||
    subjectsIn(sentence).size > 0 ||
    Object.values(names).some((list) => list.length > 0))

const LIKELY = 0.5
const SURE = 0.9
