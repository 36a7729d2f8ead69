import { isWork } from '../../../evidence/demands/is-work.js'
import { reachesOutside, waitsForWord } from '../../../evidence/message/reach.js'
import type { RequestSentence } from '../../../evidence/message/read-request.js'
import { subjectsIn } from '../../../evidence/message/subjects.js'
import { sharedTopics, topicWords } from '../../../evidence/message/topics.js'
import { wordFinder } from '../../../evidence/message/words.js'
import type { Sentence } from '../../../schema/sentence.js'
import { baseName } from '../../../util/base-name.js'
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
    const open = closing.left.filter((left) => isOpen(left, facts))
    const named = open.find((left) => isNamed(left, facts))
    const left =
      named ?? open[0] ?? closing.next.find((next) => isOpen(next, facts) && isNamed(next, facts))
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
  // Held back or not, an act that leaves the working tree is none that we send an agent to.
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

const isNamed = ({ text }: Sentence, { asked }: StopFacts): boolean =>
  sharedTopics(text, asked).length > 0

/** The request does not forbid it, put it off or take it back, and it is no file that was changed. */
const isOpen = (left: Sentence, facts: StopFacts): boolean =>
  !isUnwanted(left, facts) &&
  !isPutOff(left, facts) &&
  !isOnlyTouched(left, facts) &&
  !isBeyond(left, facts)

/** "Only A today": the last word of the person draws a line, and what is left lies behind it. */
function isBeyond({ text }: Sentence, { evidence }: StopFacts): boolean {
  const last = evidence.request.messages.at(-1)?.text ?? ''
  return findOnly(last).size > 0 && sharedTopics(text, last).length === 0
}

const findOnly = wordFinder({
  only: `only just nur bloß lediglich solo sólo solamente seulement uniquement apenas somente só soltanto только
    лишь だけ のみ 只 仅 만`,
})

/** "I only touched the README": of the request it names files that were changed, and nothing else. */
function isOnlyTouched({ text }: Sentence, { asked, evidence }: StopFacts): boolean {
  const changed = [
    ...evidence.edits.map(({ file }) => file),
    ...(evidence.repository?.filesChanged ?? []),
  ]
  const names = topicWords(changed.map((file) => `${baseName(file)} ${stemOf(file)}`).join(' '))
  const shared = sharedTopics(text, asked)
  return shared.length > 0 && shared.every((topic) => names.has(topic))
}

const stemOf = (file: string): string => baseName(file).replace(/\.\w+$/, '')

/** "C can wait till tomorrow": behind the wish, a sentence that is none has words which the report takes up. */
function isPutOff({ text }: Sentence, { request }: StopFacts): boolean {
  const [first, ...rest] = request
  const others = rest.filter((said) => !isWish(said))
  const wishes = request.filter((said) => said === first || isWish(said))
  const wished = topicWords(wishes.map((said) => said.text).join('\n'))
  return others.some(
    (said) =>
      sharedTopics(text, said.text).some((topic) => !wished.has(topic)) ||
      said.clauses.some((clause) => isLimit(clause) && sharedTopics(text, clause.text).length > 0),
  )
}

const isWish = ({ label, probability }: RequestSentence): boolean =>
  isWork(label) && probability >= SURE

/** Below this the reader guesses. */
const SURE = 0.4

const isLimit = ({ label }: Pick<RequestSentence, 'label'>): boolean =>
  label === 'forbid' || label === 'withdraw'

const isUnwanted = ({ text }: Sentence, { request, asked, demands }: StopFacts): boolean =>
  isOtherDelivery(text, asked) ||
  demands.some(
    ({ state, sentence }) => state !== 'asked' && sharedTopics(text, sentence).length > 0,
  ) ||
  request.some((said) => isLimit(said) && sharedTopics(text, said.text).length > 0)

/** "I did not push": it was not asked for. */
function isOtherDelivery(text: string, asked: string): boolean {
  const wanted = subjectsIn(asked)
  const left = [...subjectsIn(text)].filter((subject) => DELIVERIES.has(subject))
  return left.length > 0 && !left.some((subject) => wanted.has(subject))
}

const DELIVERIES: ReadonlySet<string> = new Set(['commit', 'push', 'pullRequest', 'deploy'])
