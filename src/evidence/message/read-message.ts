/**
 * What an agent's message says: its sentences in order, each with what it does. Code and quoted
 * lines are other words than the agent's and do nothing. Numbers are parsed; the rest is learned.
 */
import type { Act, Sentence } from '../../schema/sentence.js'
import { classify, decidingWords } from './classify.js'
import type { Label } from './classify.js'
import { actByCounts } from './counts.js'
import type { Reading } from './features.js'
import { kindOfHeading } from './headings.js'
import { splitClauses } from './split-clauses.js'
import { splitMessage } from './split-message.js'
import type { MessagePart } from './split-message.js'
import { subjectsIn } from './subjects.js'
import type { Subject } from './subjects.js'
import type { Weights } from './weights.js'

/** Without weights the reader abstains: every sentence is `other`, with probability 0. */
export function readMessage(text: string, weights: Weights | null): Sentence[] {
  const sentences: Sentence[] = []
  let before = ''
  for (const part of splitMessage(text)) {
    const { mark, ...said } = part
    const isOwn = part.form !== 'code' && part.form !== 'quote'
    const reading = { text: `${mark}${withoutQuotes(part.text)}`, before }
    const whole = isOwn && weights !== null ? readPart(part, reading, weights) : NOTHING
    const check = weights === null ? null : findCheck(part, whole, weights)
    if (check === null) sentences.push({ ...said, ...toAct(whole) })
    else {
      sentences.push({ ...said, text: check.head, ...toAct(whole) })
      sentences.push({ ...said, text: check.tail, ...toAct(check.read) })
    }
    if (isOwn) before = reading.text
  }
  return sentences
}

const toAct = ({ label, probability }: Label): Pick<Sentence, 'act' | 'probability'> => ({
  act: label as Act,
  probability,
})

interface Check {
  head: string
  tail: string
  read: Label
}

/** "The sum is fixed and all tests pass" does two things, and the second one can be looked up. */
function findCheck(part: MessagePart, whole: Label, weights: Weights): Check | null {
  if (!HIDES_CHECK.has(whole.label) || part.checked === false || !namesCheck(part.text)) return null
  const clauses = splitClauses(part.text)
  const at = clauses.findIndex(({ text }, index) => index > 0 && namesCheck(text))
  if (at < 1) return null
  const { start } = clauses[at]!
  const tail = part.text.slice(start).trim()
  const read = readPart({ ...part, text: tail }, { text: tail, before: '' }, weights)
  if (!OUTCOMES.has(read.label) || read.probability < CLEAR) return null
  return {
    head: part.text.slice(0, clauses[at - 1]!.start + clauses[at - 1]!.text.length + 1).trim(),
    tail,
    read,
  }
}

const HIDES_CHECK: ReadonlySet<string> = new Set(['done', 'delivered', 'other'])
const OUTCOMES: ReadonlySet<string> = new Set(['passed', 'failed'])
const CLEAR = 0.7

const CHECKS: readonly Subject[] = ['tests', 'build', 'types', 'lint']

function namesCheck(text: string): boolean {
  const subjects = subjectsIn(text)
  return CHECKS.some((subject) => subjects.has(subject))
}

/** What a sentence only quotes, it doesn't say; a single word may be a name. */
const withoutQuotes = (text: string): string =>
  /["“«「]/.test(text)
    ? text.replaceAll(/["“«「]([^"“”«»「」]{3,300})["”»」]/g, (whole, inner: string) =>
        /\s|[\u3040-\u9fff]/.test(inner.trim()) ? '"…"' : whole,
      )
    : text

const NOTHING: Label = { label: 'other', probability: 0 }
/** What is parsed is known, as far as it goes. */
const KNOWN = 1
/** A number that turns an act and may be turned itself by the words around it; a heading's word. */
const HALF_SURE = 0.6

function readPart(part: MessagePart, reading: Reading, weights: Weights): Label {
  if (part.checked === false) return { label: 'left', probability: KNOWN }
  if (isTitle(part)) return NOTHING
  if (isName(part.text)) return underHeading(part, NOTHING)
  const own = classify(reading, weights)
  const counted = actByCounts(reading.text, own.label as Act)
  if (counted !== null) {
    return { label: counted.act, probability: counted.isSure ? KNOWN : HALF_SURE }
  }
  return underHeading(part, own)
}

/** An item says in two words what its heading says in full: "Remaining:" and "- the docs". */
function underHeading({ text, form, heading, checked }: MessagePart, own: Label): Label {
  if (checked === true) return own
  const head = form === 'item' ? (heading ?? leadOf(text)) : leadOf(text)
  const kind = head === null ? null : kindOfHeading(head)
  if (kind === 'left') {
    return { label: 'left', probability: own.label === 'left' ? own.probability : HALF_SURE }
  }
  if (kind === 'next' && !NOT_NEXT.has(own.label))
    return { label: 'outlook', probability: HALF_SURE }
  if (kind === 'yours' && !ASKS.has(own.label)) return { label: 'handover', probability: HALF_SURE }
  return own
}

/** "TODO: the docs" has its heading in front. */
const leadOf = (text: string): string | null =>
  /^((?:[^\s:：]{1,16} ){0,2}[^\s:：]{1,16})\s?[:：]\s/.exec(text)?.[1] ?? null

const NOT_NEXT: ReadonlySet<string> = new Set([
  'left',
  'announce',
  'input',
  'permission',
  'outlook',
])
const ASKS: ReadonlySet<string> = new Set(['input', 'handover', 'permission', 'blocked'])

/** "Verification:" names what follows, and says nothing of it. */
const isTitle = ({ form, text }: MessagePart): boolean =>
  form === 'heading' && text.split(' ').length <= 3

/** A path, a command or a name says nothing of itself: "test/unit/*.spec.ts (8 files)". */
function isName(text: string): boolean {
  if (!/[`/.]/.test(text)) return false
  const words = text.replaceAll(/`[^`]*`|\([^()]*\)/g, ' ').split(' ')
  return !words.some(
    (word) => (word.length > 1 && !/[/\\_*]|\w\.\w|^[\d\W]+$/.test(word)) || isForeign(word),
  )
}

/** A word of another script; it has no ASCII to be told by. */
const isForeign = (word: string): boolean => word !== '' && word.charCodeAt(0) > 0xbf

/** The words that spoke most for a sentence's act, strongest first. */
export function wordsFor(sentence: Pick<Sentence, 'text' | 'act'>, weights: Weights): string[] {
  return decidingWords({ text: sentence.text, before: '' }, sentence.act, weights)
}
