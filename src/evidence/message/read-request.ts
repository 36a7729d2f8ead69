import { classify } from './classify.js'
import { splitClauses } from './split-clauses.js'
import { splitMessage } from './split-message.js'
import { shippedWeights } from './weights.js'

/** What one sentence of a request does, as corpus/requests/GUIDE.md says. */
export type RequestLabel =
  | 'change'
  | 'check'
  | 'deliver'
  | 'answer'
  | 'plan'
  | 'forbid'
  | 'withdraw'
  | 'ask_first'
  | 'quote'
  | 'context'

export interface RequestSentence {
  text: string
  label: RequestLabel
  /** Between 0 and 1; 0 where the reader abstains. */
  probability: number
  /** Its clauses, each read by itself: "fix it, run the tests and open a PR" are three wishes. */
  clauses: readonly Omit<RequestSentence, 'clauses'>[]
}

/** Code, other people's words, and headings of a form that was filled in. */
const OTHERS: ReadonlySet<string> = new Set(['code', 'quote', 'heading', 'cell'])

/** A wish stands at the beginning or the end of a message; what is very long was pasted. */
const HEAD_CHARS = 3_000
const TAIL_CHARS = 1_500
const MAX_SENTENCE = 400
const MAX_SENTENCES = 60

/** What a human's message asks for, sentence by sentence. Pasted code and quotes are no wishes. */
export function readRequest(text: string, weights = shippedWeights('requests')): RequestSentence[] {
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
    const read = (text: string, before: string) => {
      const { label, probability } = classify({ text, before }, weights)
      return { text, label: label as RequestLabel, probability }
    }
    const parts = splitClauses(text).map((clause) => clause.text)
    const clauses = parts.length < 2 ? [] : parts.map((part, at) => read(part, parts[at - 1] ?? ''))
    sentences.push({ ...read(text, before), clauses })
    before = text
  }
  return sentences
}
