/** The wishes of a request, in its own words: a sentence is one, or has some in its clauses. */
import { OUGHT } from '../../data/request-words.js'
import { oneLine } from '../../util/one-line.js'
import type { RequestSentence } from '../prose/read-request.js'
import type { RequestLabel } from '../prose/request-label.js'
import { saysNo } from '../prose/says-no.js'
import { takesBack } from '../prose/settle-label.js'
import { THRESHOLDS } from '../prose/thresholds.js'
import { wordFinder, wordsOf } from '../prose/words.js'
import { isWork } from './is-work.js'
import { saysInstead } from './take-back.js'

export interface Wish {
  text: string
  label: RequestLabel
  probability: number
  /** The whole sentence, of which a clause may be a wish of its own. */
  whole: string
}

type Read = Pick<Wish, 'text' | 'label' | 'probability'>

/** A sentence, or its clauses where those are wishes of their own. */
export const wishesOf = (sentences: readonly RequestSentence[]): Wish[] =>
  sentences.flatMap(wishesIn)

function wishesIn(sentence: RequestSentence): Wish[] {
  const whole = oneLine(sentence.text, 400)
  // "Cancel buttons should be grey" is about a thing of that name.
  const isOfThing = sentence.label === 'withdraw' && takesBack(whole) && findOught(whole).size > 0
  // "Actually, use SQLite" asks for something, whatever it takes back; a thanks or a denial does not.
  const isChange = saysInstead(wordsOf(whole).slice(0, 2).join(' '))
  const isWanted = sentence.label !== 'answer' && sentence.clauses.at(-1)?.label !== 'context'
  if (isOfThing || (isChange && isWanted && !saysNo(whole) && !takesBack(whole)))
    return [{ text: whole, whole, label: 'change', probability: 1 }]
  const parts = sentence.clauses.filter(isWish)
  const isSplit = parts.length > 1 || parts.some(({ label }) => label !== sentence.label)
  return (isSplit ? parts : [sentence].filter(isWish)).map(({ text, label, probability }) => ({
    text: oneLine(text, 300),
    whole,
    label: denied(label, text),
    probability:
      label === sentence.label ? Math.max(probability, sentence.probability) : probability,
  }))
}

const findOught = wordFinder(OUGHT)

const isWish = ({ label, probability, text }: Read): boolean =>
  label !== 'context' &&
  label !== 'quote' &&
  wordsOf(text).length > 0 &&
  probability >= (THRESHOLDS.requests.note[label]?.threshold ?? 1)

/** "Don't run the tests" forbids, however much it is about a check. */
const denied = (label: RequestLabel, text: string): RequestLabel =>
  isWork(label) && saysNo(wordsOf(text).slice(0, 4).join(' ')) ? 'forbid' : label
