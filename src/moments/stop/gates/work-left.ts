import { reachesOutside, waitsForWord } from '../../../evidence/message/reach.js'
import { subjectsIn } from '../../../evidence/message/subjects.js'
import { sharedTopics } from '../../../evidence/message/topics.js'
import type { Sentence } from '../../../schema/sentence.js'
import type { Gate, Objection, StopFacts } from '../gate.js'
import { hasGoneOn } from '../substance.js'

/** The agent's own words say that work is left, or it stopped on what it was about to do. */
export const workLeft: Gate = {
  id: 'work_left',
  tier: 'note',
  yieldsToPerson: false,
  check(facts) {
    const { closing, evidence } = facts
    const { flags } = evidence.request
    if (closing.cut !== null && !hasGoneOn(evidence)) return brokenOff(closing.cut)
    if (flags.planOnly !== null || flags.readOnly !== null) return null
    const { announced } = closing
    if (announced !== null && !hasGoneOn(evidence) && !waitsForWord(announced.text))
      return announcedStep(facts)
    const named = closing.left.find((left) => isNamed(left, facts))
    const left =
      named ??
      closing.left.find((left) => !isUnwanted(left, facts)) ??
      closing.next.find((next) => isNamed(next, facts))
    if (left === undefined) return null
    return {
      fact: 'Your own report says that work is left',
      quote: left.text,
      read: left,
      severity: 'MEDIUM',
      missing: 'the work that your report leaves open',
      nextAction: 'Do what is left, then report.',
      requested: named !== undefined && closing.ask === null && !reachesOutside(named.text),
    }
  },
}

const announcedStep = ({ closing }: StopFacts): Objection => ({
  fact: 'You stopped right after saying what you would do next',
  quote: closing.announced!.text,
  read: closing.announced!,
  severity: 'MEDIUM',
  missing: 'the step that you announced',
  nextAction: 'Do it now.',
  // Held back or not, an act that leaves the working tree is none that we send anybody to.
  requested: closing.ask === null && !reachesOutside(closing.announced!.text),
})

const brokenOff = (quote: string): Objection => ({
  fact: 'Your message breaks off in the middle',
  quote,
  severity: 'MEDIUM',
  missing: 'the rest of your answer',
  nextAction: 'Finish what you were saying.',
  requested: false,
})

/** What the request wants done, and does not forbid or take back. */
const isNamed = (left: Sentence, facts: StopFacts): boolean =>
  !isUnwanted(left, facts) && sharedTopics(left.text, facts.asked).length > 0

const isUnwanted = ({ text }: Sentence, { request, asked, demands }: StopFacts): boolean =>
  isOtherDelivery(text, asked) ||
  demands.some(
    ({ state, sentence }) => state !== 'asked' && sharedTopics(text, sentence).length > 0,
  ) ||
  request.some(
    (said) =>
      (said.label === 'forbid' || said.label === 'withdraw') &&
      sharedTopics(text, said.text).length > 0,
  )

/** "I did not push": it was not asked for. */
function isOtherDelivery(text: string, asked: string): boolean {
  const wanted = subjectsIn(asked)
  const left = [...subjectsIn(text)].filter((subject) => DELIVERIES.has(subject))
  return left.length > 0 && !left.some((subject) => wanted.has(subject))
}

const DELIVERIES: ReadonlySet<string> = new Set(['commit', 'push', 'pullRequest', 'deploy'])
