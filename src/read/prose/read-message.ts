/**
 * What an agent's message says: its sentences in order, each with what it does. Code and quoted
 * lines are other words than the agent's and do nothing. Numbers are parsed; the rest is learned.
 */
import type { Act, Sentence } from '../../schema/sentence.js'
import { classify, decidingWords } from './classify.js'
import type { Label } from './classify.js'
import { actByCounts } from './counts.js'
import { findCheck } from './find-check.js'
import { splitClauses } from './split-clauses.js'
import { splitMessage } from './split-message.js'
import type { MessagePart } from './split-message.js'
import { underHeading } from './under-heading.js'
import type { Weights } from './weights.js'
import { withoutQuotes } from './without-quotes.js'

/** Without weights the reader abstains: every sentence is `other`, with probability 0. */
export function readMessage(text: string, weights: Weights | null): Sentence[] {
  const sentences: Sentence[] = []
  let [before, head]: [string, Label | null] = ['', null]
  for (const part of splitMessage(text)) {
    const { mark, ...said } = part
    if (weights === null || part.form === 'code' || part.form === 'quote') {
      sentences.push({ ...said, ...toAct(NOTHING) })
      continue
    }
    const own = `${mark}${withoutQuotes(part.text)}`
    const whole = surest(part.text, readPart(part, { text: own, before, head }, weights), weights)
    const check = findCheck(part.text, whole, (tail) => readClause(tail, weights))
    if (check === null) sentences.push({ ...said, ...toAct(whole) })
    else {
      sentences.push({ ...said, text: check.head, ...toAct(whole) })
      sentences.push({ ...said, text: check.tail, ...toAct(check.read) })
    }
    before = own
    if (part.form === 'heading') head = whole
  }
  return sentences
}

const NOTHING: Label = { label: 'other', probability: 0 }

const toAct = ({ label, probability }: Label): Pick<Sentence, 'act' | 'probability'> => ({
  act: label as Act,
  probability,
})

interface Place {
  /** The sentence with its mark, without what it only quotes. */
  text: string
  before: string
  /** What the heading above it was read as. */
  head: Label | null
}

function readPart(part: MessagePart, place: Place, weights: Weights): Label {
  if (part.checked === false) return { label: 'left', probability: 1 }
  if (isTitle(part)) return NOTHING
  if (isName(part.text)) return underHeading(part, NOTHING, place.head)
  const own = classify(place, weights)
  return byNumbers(place.text, own) ?? underHeading(part, own, place.head)
}

/**
 * "Now I'll translate errors.json and then compare the keys of all three": what is announced at length is
 * as sure as its clearest clause.
 */
function surest(text: string, whole: Label, weights: Weights): Label {
  if (whole.label !== 'announce' || whole.probability >= CLEAR) return whole
  const clauses = splitClauses(text).map((clause) => readClause(clause.text, weights))
  const announced = clauses.filter(({ label }) => label === 'announce')
  const best = Math.max(whole.probability, ...announced.map(({ probability }) => probability))
  return { ...whole, probability: best }
}

/** Surer than a push needs. */
const CLEAR = 0.8

function readClause(text: string, weights: Weights): Label {
  const own = classify({ text, before: '' }, weights)
  return byNumbers(text, own) ?? own
}

/** A number that turns an act and may be turned itself by the words around it is half sure. */
function byNumbers(text: string, own: Label): Label | null {
  const counted = actByCounts(text, own.label as Act)
  return counted === null ? null : { label: counted.act, probability: counted.isSure ? 1 : 0.6 }
}

/** "Verification:" names what follows, and says nothing of it. */
const isTitle = ({ form, text }: MessagePart): boolean =>
  form === 'heading' && text.split(' ').length <= 3

/** A path, a command, a tag or a name says nothing of itself: "test/unit/*.spec.ts (8 files)". */
function isName(text: string): boolean {
  if (!/[`/.<]/.test(text)) return false
  const words = text.replaceAll(/`[^`]*`|\([^()]*\)|<[^<>]{1,300}>/g, ' ').split(' ')
  return !words.some((word) => isForeign(word) || (word.length > 1 && !NO_WORD.test(word)))
}

const NO_WORD = /[/\\_*]|\w\.\w|^[\d\W]+$/

/** A word of another script; it has no ASCII to be told by. */
const isForeign = (word: string): boolean => word !== '' && word.charCodeAt(0) > 0xbf

/** The words that spoke most for a sentence's act, strongest first. */
export function wordsFor(sentence: Pick<Sentence, 'text' | 'act'>, weights: Weights): string[] {
  return decidingWords({ text: sentence.text, before: '' }, sentence.act, weights)
}
