import { endsWork } from '../../read/prose/settle-label.js'
import { subjectsIn } from '../../read/prose/subjects.js'
import { topicWords } from '../../read/prose/topics.js'
import type { StatedDemand } from '../../schema/demand.js'
import type { StopFacts } from './facts.js'
import { onlyLooks } from '../../read/shell/only-looks.js'
import { isWork } from '../../read/demands/is-work.js'

/**
 * The person has spoken since the work, asked for nothing more, and the agent has done nothing more:
 * "stop here", "leave it", "thanks". What is still red was known then, and is no reason to go on.
 */
export function isTalkTurn({ evidence, demands }: StopFacts): boolean {
  const { total } = evidence.request
  if (total < 2) return false
  const hasActed =
    evidence.edits.some(({ turn }) => turn === total) ||
    evidence.commands.some(({ turn, command }) => turn === total && !onlyLooks(command))
  if (hasActed) return false
  // "Stop here, Giulia does the rest": what follows is a wish only where that is sure.
  const likely = endsWork(evidence.request.messages.at(-1)?.text ?? '') ? SURE : LIKELY
  return !demands.some((demand) => demand.message === total && asksForWork(demand, likely))
}

/** A wish that names what it is about: "leave it as it is" may be read as one. */
const asksForWork = (
  { kind, state, source, sentence, names, probability }: StatedDemand,
  likely: number,
): boolean =>
  source === 'human' &&
  state === 'asked' &&
  isWork(kind) &&
  probability >= likely &&
  (probability >= SURE ||
    topicWords(sentence).size > 0 ||
    subjectsIn(sentence).size > 0 ||
    Object.values(names).some((list) => list.length > 0))

const LIKELY = 0.5
const SURE = 0.9
