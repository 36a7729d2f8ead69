import { lexiconSet } from './words.js'

/** A part of a sentence, and where it begins. */
export interface Clause {
  text: string
  start: number
}

const JOINTS = lexiconSet(
  'and then but und dann aber y luego pero et puis mais e depois mas poi ma - – —',
  'clause.joint',
)
/** "1) validate it, 2) show the error": a list within a sentence. */
const ENUMERATOR = /^\(?(?:\d{1,2}|[a-h])\)$/
const MARKS = ',;，；、'
/** A clause of fewer characters is a word of a list. */
const MIN_CLAUSE = 6
/** "Commit and push": a word that is an order by itself. */
const ORDER = /^(?:push|pushe|ship)\W*$/i

/** "1,000.00": a comma between digits joins them. */
const isInFigure = (sentence: string, at: number): boolean =>
  /^\d,\d$/.test(sentence.slice(Math.max(0, at - 1), at + 2))

/** `add(url, payload)`: commas between arguments part nothing. */
const ARGUMENTS = /\w\([^()\n]{0,80}\)/y

/** Apart at commas, semicolons, words that join and the numbers of a list. */
export function splitClauses(sentence: string): Clause[] {
  const clauses: Clause[] = []
  let start = 0
  const close = (end: number): void => {
    const text = sentence.slice(start, end).trim()
    if (text.length >= MIN_CLAUSE || ORDER.test(text)) clauses.push({ text, start })
  }
  let at = 0
  while (at < sentence.length) {
    ARGUMENTS.lastIndex = at
    if (sentence[at + 1] === '(' && ARGUMENTS.test(sentence)) at = ARGUMENTS.lastIndex
    if (MARKS.includes(sentence[at] ?? ' ') && !isInFigure(sentence, at)) {
      close(at)
      start = at + 1
    } else if (sentence[at] === ' ') {
      const next = sentence.indexOf(' ', at + 1)
      const end = next === -1 ? sentence.length : next
      const word = sentence.slice(at + 1, end)
      if (JOINTS.has(word.toLowerCase()) || ENUMERATOR.test(word)) {
        close(at)
        start = end
        at = end - 1
      }
    }
    at += 1
  }
  close(sentence.length)
  return clauses
}
