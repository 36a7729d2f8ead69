/** Words at the end of a message that wait for no answer. */
import { isQuestion } from './find-ask.js'
import { reachesOutside } from './reach.js'
import { topicWords } from './topics.js'
import { wordFinder, wordsOf } from './words.js'

/** "Anything else?": it asks for more and names nothing. A choice between things is none. */
export function isCourtesy(text: string): boolean {
  if (namesChoice(text) || findCourtesy(text).size === 0) return false
  const rest = wordsOf(text).filter((word) => findCourtesy(word).size === 0)
  return topicWords(rest.join(' ')).size === 0
}

/** "If you like, I'll go on with the header": more than was asked for, and nothing that leaves the tree. */
export const isOffer = (text: string): boolean =>
  OFFERS.test(text) && !isQuestion(text) && !reachesOutside(text) && !namesChoice(text)

const OFFERS =
  /^\W*(?:if (?:you(?:'d| would)? (?:like|want|wish|prefer)|needed|desired|wanted)|wenn (?:du|sie) (?:willst|möchtest|magst|wollen|möchten)|falls gewünscht|auf wunsch|si (?:quieres|quiere|lo deseas|tu veux|vous voulez|vous le souhaitez)|se (?:vuoi|vuole|quiser|quiseres|desideri)|если (?:хочешь|хотите|нужно)|よければ|必要であれば|如果需要|需要的话|원하시면|필요하시면)/i

const findCourtesy = wordFinder({
  more: `else questions tweaks adjustments thoughts feedback helps helpful sonst fragen weiteres preguntas perguntas domande вопросы`,
})

/** It puts one thing beside another. */
export const namesChoice = (text: string): boolean => findChoice(text).size > 0

const findChoice = wordFinder({
  or: `or either versus vs which oder entweder welche welcher welches o u cuál ou quel quelle qual oppure
    quale или какой 还是 或 哪 それとも または どちら 아니면 또는 어느`,
})
