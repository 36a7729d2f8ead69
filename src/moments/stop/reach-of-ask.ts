import { isQuestion } from '../../read/prose/find-ask.js'
import type { FoundAsk } from '../../read/prose/find-ask.js'
import { isReady, namesPeople, reachesOutside, staysInTree } from '../../read/prose/reach.js'
import { topicWords } from '../../read/prose/topics.js'
import { wordFinder, wordsOf } from '../../read/prose/words.js'
import { callsOf } from '../../read/ledger/calls.js'
import { onlyLooks } from '../../read/shell/only-looks.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import type { Evidence } from '../../schema/evidence.js'
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

/** Something was done after the last text, not only looked at: what was asked was not waited for. */
export function hasActedSince({ recent, lastMessage }: Evidence): boolean {
  const at = recent.findLastIndex(({ kind }) => kind === 'message')
  const text = recent[at]
  // A transcript that lags behind does not hold the last text yet.
  if (text?.kind !== 'message' || text.text !== oneLineSafely(lastMessage ?? '', 300)) return false
  return callsOf({ recent: recent.slice(at) }).some(
    ({ sidechain, toolKind, action }) =>
      !sidechain && (toolKind === 'edit' || (toolKind === 'command' && !onlyLooks(action))),
  )
}

/** The next word is a person's: a decision, leave for more than the working tree, or one thing or another. */
function isChoice({ kind, sentence: { text } }: Pick<FoundAsk, 'kind' | 'sentence'>): boolean {
  if (kind === 'leave') return !staysInTree(text)
  if (kind === 'decision') return !isCourtesy(text)
  return isQuestion(text) && findChoice(text).size > 0
}

const LAST_SHOWN = 8

/** How far from the end such words stand. */
const LAST = 3

/** "Ready to push when you are": no question, and the last words name an act that waits for a person. */
export function waitsSilently({ closing, evidence, asked }: StopFacts): boolean {
  if (hasActedSince(evidence)) return false
  const last = closing.sentences.slice(-LAST)
  const isWaiting = last.some(
    (sentence) => !isReport(sentence) && isReady(sentence.text) && namesPeople(sentence.text),
  )
  return isWaiting && [asked, ...last.slice(-2).map(({ text }) => text)].some(reachesOutside)
}

/** "Anything else?": it asks for more and names nothing. A choice between things is none. */
function isCourtesy(text: string): boolean {
  if (findChoice(text).size > 0 || findCourtesy(text).size === 0) return false
  const rest = wordsOf(text).filter((word) => findCourtesy(word).size === 0)
  return topicWords(rest.join(' ')).size === 0
}

/** "If you like, I'll go on with the header": more than was asked for, and nothing that leaves the tree. */
const isOffer = (text: string): boolean =>
  OFFERS.test(text) && !isQuestion(text) && !reachesOutside(text) && findChoice(text).size === 0

const OFFERS =
  /^\W*(?:if (?:you(?:'d| would)? (?:like|want|wish|prefer)|needed|desired|wanted)|wenn (?:du|sie) (?:willst|möchtest|magst|wollen|möchten)|falls gewünscht|auf wunsch|si (?:quieres|quiere|lo deseas|tu veux|vous voulez|vous le souhaitez)|se (?:vuoi|vuole|quiser|quiseres|desideri)|если (?:хочешь|хотите|нужно)|よければ|必要であれば|如果需要|需要的话|원하시면|필요하시면)/i

const findCourtesy = wordFinder({
  more: `else questions tweaks adjustments thoughts feedback helps helpful sonst fragen weiteres preguntas perguntas domande вопросы`,
})

const findChoice = wordFinder({
  or: `or either versus vs which oder entweder welche welcher welches o u cuál ou quel quelle qual oppure
    quale или какой 还是 或 哪 それとも または どちら 아니면 또는 어느`,
})
