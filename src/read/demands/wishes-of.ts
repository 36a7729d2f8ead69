/** The wishes of a request, in its own words: a sentence is one, or has some in its clauses. */
import { OUGHT } from '../../data/request-words.js'
import { oneLine } from '../../util/one-line.js'
import type { RequestSentence } from '../prose/read-request.js'
import type { RequestLabel } from '../prose/request-label.js'
import { saysNo } from '../prose/says-no.js'
import { takesBack } from '../prose/settle-label.js'
import { THRESHOLDS } from '../prose/thresholds.js'
import { wordFinder, wordsOf } from '../prose/words.js'
import { deedsIn } from './deeds.js'
import { isWork } from './is-work.js'
import { namedIn } from '../prose/named-in.js'
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
  const parts = withTails(sentence.clauses).filter(isWish)
  const isSplit = parts.length > 1 || parts.some(({ label }) => label !== sentence.label)
  return (isSplit ? parts : [sentence].filter(isWish)).map(({ text, label, probability }) => ({
    text: oneLine(text, 300),
    whole,
    label: denied(label, text),
    probability:
      label === sentence.label ? Math.max(probability, sentence.probability) : probability,
  }))
}

/** Clauses that belong to the one before them: names alone, or words that only describe it. */
function withTails(clauses: readonly Read[]): Read[] {
  const found: Read[] = []
  for (const clause of clauses) {
    const before = found.at(-1)
    const joint = before === undefined ? null : jointOf(clause)
    if (joint === null) found.push(clause)
    else found[found.length - 1] = { ...before!, text: `${before!.text}${joint}${clause.text}` }
  }
  return found
}

/** "Add LICENSE and SECURITY.md", "…, rounded to cents"; null for a wish of its own. */
function jointOf({ label, text }: Read): string | null {
  if (isListOfFiles(text) || isName(text)) return ' and '
  return label === 'change' && DESCRIBES.test(text) ? ', ' : null
}

/** A participle opens it; "embed" and the like are verbs. */
const DESCRIBES =
  /^(?!(?:need|embed|feed|seed|shed|speed|exceed|proceed|succeed|bring|ping|string|ring)\b)[a-z]{3,}(?:ed|ing)\b/

const isListOfFiles = (text: string): boolean => {
  const { files } = namedIn(text)
  const words = wordsOf(files.reduce((rest, file) => rest.replaceAll(file, ' '), text))
  return files.length > 0 && words.length <= 2 && !words.some((word) => deedsIn(word).size > 0)
}

/** `testEmptyInput`, `parse_rows()` or a code span, and nothing else but when it is wanted. */
const isName = (text: string): boolean =>
  (/^[A-Za-z_$][\w$]{0,80}(?:\(\))?\.?$/.test(text) && /_|[a-z][A-Z]/.test(text)) ||
  /^`[^`\n]{1,200}`(?:[.,!]?$|,? (?:too|as well|also|again|before|after|once|when|vor|bevor|antes|avant|prima)\b)/.test(
    text,
  )

const findOught = wordFinder(OUGHT)

const isWish = ({ label, probability, text }: Read): boolean =>
  label !== 'context' &&
  label !== 'quote' &&
  wordsOf(text).length > 0 &&
  probability >= (THRESHOLDS.requests.note[label]?.threshold ?? 1)

/** "Don't run the tests" forbids, however much it is about a check. */
const denied = (label: RequestLabel, text: string): RequestLabel =>
  isWork(label) && saysNo(wordsOf(text).slice(0, 4).join(' ')) ? 'forbid' : label
