import { isCourtesy, isOffer, namesChoice } from '../../read/prose/courtesy.js'
import { isQuestion } from '../../read/prose/find-ask.js'
import type { FoundAsk } from '../../read/prose/find-ask.js'
import { isReady, namesPeople, reachesOutside, staysInTree } from '../../read/prose/reach.js'
import { topicWords } from '../../read/prose/topics.js'
import type { StopFacts } from './facts.js'
import { isReport } from '../../read/prose/is-report.js'

/**
 * Whose the next word is when an agent asks: a person's, and then nothing is pushed, unless everything shows that
 * the act stays in the working tree, or nothing waits for the answer.
 */
export function isForPerson({ closing, evidence, asked }: StopFacts): boolean {
  const ask = closing.ask!
  if (ask.outside) return true
  // The agent may have work left beside what only a person has, but not past a choice beside it.
  if (ask.kind === 'person') return isChoice(ask) || ask.others.some(isChoice)
  // A command that is shown beside the question, not what a program printed further up.
  const near = evidence.sentences.slice(-LAST_SHOWN)
  if (near.some(({ form, text }) => form === 'code' && reachesOutside(text))) return true
  const { text } = ask.sentence
  const questions = closing.sentences.filter((sentence) => isQuestion(sentence.text))
  // One courtesy does not answer the question before it.
  if ([ask.sentence, ...questions].every(({ text }) => isCourtesy(text) || isOffer(text)))
    return false
  // "Shall I go on?" names no act: what was asked for is the act.
  const isInTree = staysInTree(text) || (topicWords(text).size === 0 && staysInTree(asked))
  return ask.kind === 'decision' || !isInTree
}

/** The next word is a person's: a decision, leave for more than the working tree, or one thing or another. */
function isChoice({ kind, sentence: { text } }: Pick<FoundAsk, 'kind' | 'sentence'>): boolean {
  if (kind === 'leave') return !staysInTree(text)
  if (kind === 'decision') return !isCourtesy(text)
  return isQuestion(text) && namesChoice(text)
}

const LAST_SHOWN = 8

/** How far from the end such words stand. */
const LAST = 3

/** "Ready to push when you are": no question, and the last words name an act that waits for a person. */
export function waitsSilently({ closing, asked }: StopFacts): boolean {
  const last = closing.sentences.slice(-LAST)
  const isWaiting = last.some(
    (sentence) => !isReport(sentence) && isReady(sentence.text) && namesPeople(sentence.text),
  )
  return isWaiting && [asked, ...last.slice(-2).map(({ text }) => text)].some(reachesOutside)
}
