import { classify } from './classify.js'
import { isOwnWords } from './is-own-words.js'
import type { RequestLabel } from './request-label.js'
import { settleLabel } from './settle-label.js'
import { splitClauses } from './split-clauses.js'
import { splitMessage } from './split-message.js'
import { shippedWeights } from './weights.js'
import type { Weights } from './weights.js'

export interface RequestSentence {
  text: string
  label: RequestLabel
  /** Between 0 and 1; 0 where the reader abstains. */
  probability: number
  /** Its clauses, each read by itself: "fix it, run the tests and open a PR" are three wishes. */
  clauses: readonly Omit<RequestSentence, 'clauses'>[]
}

/** Two numbers of a list: its parts are wishes, whatever the sentence looks like. */
const LIST = /(?:^|\s)\(?(?:1|a)\)\s[^\n]{3,300}?\s\(?(?:2|b)\)\s/
/** Code, other people's words, and headings of a form that was filled in. */
const OTHERS: ReadonlySet<string> = new Set(['code', 'quote', 'heading', 'cell'])

/** A wish stands at the beginning or the end of a message; what is very long was pasted. */
const HEAD_CHARS = 3_000
const TAIL_CHARS = 1_500
const MAX_SENTENCE = 400
const MAX_SENTENCES = 60

/** What a human's message asks for, sentence by sentence. Pasted code and quotes are no wishes. */
export function readRequest(
  text: string,
  weights = shippedWeights('requests'),
): readonly RequestSentence[] {
  const known = weights === null ? undefined : latest.get(weights)
  const kept = known?.get(text)
  if (kept !== undefined) return kept
  const sentences = read(text, weights)
  if (weights !== null) {
    if (known === undefined || known.size >= MAX_LATEST) latest.set(weights, new Map())
    latest.get(weights)!.set(text, sentences)
  }
  return sentences
}

// Several rules ask about the same few messages of a session.
const latest = new WeakMap<Weights, Map<string, RequestSentence[]>>()
const MAX_LATEST = 32

function read(text: string, weights: Weights | null): RequestSentence[] {
  const own =
    text.length <= HEAD_CHARS + TAIL_CHARS
      ? text
      : `${text.slice(0, HEAD_CHARS)}\n${text.slice(-TAIL_CHARS)}`
  const sentences: RequestSentence[] = []
  let before = ''
  for (const { text, form } of splitMessage(own).slice(0, MAX_SENTENCES)) {
    const isPasted = OTHERS.has(form) || text.length > MAX_SENTENCE || text.startsWith('<')
    if (isPasted || weights === null) {
      const label = isPasted ? 'quote' : 'context'
      sentences.push({ text, label, probability: 0, clauses: [] })
      continue
    }
    const ruledOut = sentences.length === 0 && isOwnWords(text) ? 'quote' : undefined
    const label = (text: string, before: string) => {
      const found = classify({ text, before }, weights, ruledOut)
      const settled = settleLabel(text, found.label as RequestLabel)
      return { text, label: settled, probability: found.probability }
    }
    const parts = splitClauses(text).map((clause) => clause.text)
    const clauses =
      parts.length < 2 ? [] : parts.map((part, at) => label(part, parts[at - 1] ?? ''))
    const whole = label(text, before)
    const isQuote = whole.label === 'quote' && !LIST.test(text)
    sentences.push({ ...whole, clauses: isQuote ? [] : clauses })
    before = text
  }
  return sentences
}
