import type { Evidence } from '../../../schema/evidence.js'
import { sharedTopics } from '../closing/words.js'
import type { Gate, StopFacts } from '../gate.js'

/** The agent's own words say that work is left, or it stopped on what it was about to do. */
export const workLeft: Gate = {
  id: 'work_left',
  tier: 'note',
  yieldsToPerson: false,
  check(facts) {
    const { closing, asked, evidence } = facts
    const { flags } = evidence.request
    if (closing.cut !== null && !hasActedSince(evidence)) return brokenOff(closing.cut)
    if (flags.planOnly !== null || flags.readOnly !== null) return null
    if (closing.announced !== null && !hasActedSince(evidence)) return announced(closing.announced)
    const left = closing.left.find((left) =>
      left.onlyAsked === true
        ? isNamed(left.items, asked)
        : left.certain || isOurs(left.items, facts),
    )
    if (left === undefined) return null
    return {
      fact: 'Your own report says that work is left',
      quote: left.quote,
      severity: 'MEDIUM',
      missing: 'the work that your report leaves open',
      nextAction: 'Do what is left, then report.',
      requested: left.items.some((item) => sharedTopics(item, asked).length > 0),
    }
  },
}

/** What was announced was begun: a call came after the text. */
function hasActedSince({ recent }: Evidence): boolean {
  const text = recent.findLastIndex(({ kind }) => kind === 'message')
  return text !== -1 && recent.slice(text).some(({ kind }) => kind === 'call')
}

const announced = (quote: string) => ({
  fact: 'You stopped right after saying what you would do next',
  quote,
  severity: 'MEDIUM' as const,
  missing: 'the step that you announced',
  nextAction: 'Do it now.',
  requested: true,
})

const brokenOff = (quote: string) => ({
  fact: 'Your message breaks off in the middle',
  quote,
  severity: 'MEDIUM' as const,
  missing: 'the rest of your answer',
  nextAction: 'Finish what you were saying.',
  requested: false,
})

/** What the request wants done, and does not forbid. */
const isNamed = (items: readonly string[], asked: string): boolean =>
  !/\b(?:don'?t|do not|never|without|no need|skip)\b/i.test(asked) &&
  items.some((item) => sharedTopics(item, asked).length > 0)

/** "Next steps" is an outlook after finished work, and the rest of the work before. */
function isOurs(items: readonly string[], { asked, closing }: StopFacts): boolean {
  if (items.some((item) => sharedTopics(item, asked).length > 0)) return true
  return !closing.sentences.some(({ text }) => SAYS_DONE.test(text))
}

const SAYS_DONE =
  /\b(?:(?:is|are|now|all|everything|fully|been) (?:\w+ )?(?:done|complete[d]?|finished|working|in place|implemented|fixed|ready|merged|live)|(?:done|completed|finished)[.!:]|task (?:is )?complete|I(?:'ve| have)? (?:fixed|implemented|added|created|completed|finished|built|updated|refactored|migrated|renamed|written|wrote|set up))\b/i
