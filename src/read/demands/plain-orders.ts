/**
 * Orders that are plain by what they name: a check that is to be run, a file, a function or tests that are to be
 * made. A person's own sentence, no question; whatever the learned reader takes it for.
 */
import { POLITE } from '../../data/request-words.js'
import type { Wanted } from '../../schema/demand.js'
import { isQuestion } from '../prose/find-ask.js'
import { saysNo } from '../prose/says-no.js'
import { splitClauses } from '../prose/split-clauses.js'
import { splitMessage } from '../prose/split-message.js'
import { wordFinder } from '../prose/words.js'
import { isConditional } from './deeds.js'
import { orderedChecks, orderedRuns } from './ordered-runs.js'
import { orderedThings } from './ordered-things.js'

export interface PlainOrder {
  kind: 'change' | 'check'
  sentence: string
  wants: Wanted[]
}

/** What is longer was pasted. */
const MAX_TYPED = 1_500

export const plainOrders = (text: string): PlainOrder[] =>
  text.length > MAX_TYPED
    ? []
    : splitMessage(text)
        .filter(({ form }) => form === 'prose' || form === 'item')
        // "Could you add it?" asks for the thing, not for an answer.
        .filter(({ text: sentence }) => !isQuestion(sentence) || findPolite(sentence).size > 0)
        .flatMap(({ text: sentence }) => ordersIn(sentence))

function ordersIn(sentence: string): PlainOrder[] {
  const clauses = splitClauses(sentence).map(({ text }) => text)
  const open = clauses.filter((clause) => !isConditional(clause.split(' when ')[0]!))
  const runs = orderedRuns(open.filter((clause) => !saysNo(clause))).map((what): Wanted => ({
    what,
    want: 'run',
    found: null,
  }))
  const checks = open.filter(
    (clause) =>
      CHECKED.some((one) => orderedChecks(clause).has(one)) && orderedRuns([clause]).length === 0,
  )
  // Behind the sign an item explains itself.
  const head = /^\d/.test(sentence) ? (sentence.split(/ (?:->|=>|→|—|–) /)[0] ?? '') : sentence
  const things = orderedThings(head).map((one): Wanted => ({ ...one, found: null }))
  return [
    ...checks.map((clause) => ({ kind: 'check' as const, sentence: clause, wants: [] })),
    ...(runs.length === 0 ? [] : [{ kind: 'check' as const, sentence, wants: runs }]),
    ...(things.length === 0 ? [] : [{ kind: 'change' as const, sentence, wants: things }]),
  ]
}

const CHECKED = ['tests', 'lint', 'types', 'build'] as const

const findPolite = wordFinder(POLITE)
