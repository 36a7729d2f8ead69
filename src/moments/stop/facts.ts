import { lookFor } from '../../evidence/demands/look-for.js'
import { readDemands } from '../../evidence/demands/read-demands.js'
import { readRequest } from '../../evidence/message/read-request.js'
import { saysNo } from '../../evidence/message/says-no.js'
import { wordFinder } from '../../evidence/message/words.js'
import type { Evidence } from '../../schema/evidence.js'
import { readClosing } from './closing.js'
import type { StopFacts } from './gate.js'

/** The facts as the gates see them. */
export function toStopFacts(evidence: Evidence, basis: StopFacts['basis']): StopFacts {
  const asked = currentRequest(evidence, basis)
  return {
    evidence,
    basis,
    asked,
    request: readRequest(asked),
    demands: evidence.demands ?? lookFor(readDemands(evidence.request.messages), evidence, null),
    ...questionsWanted(evidence),
    closing: readClosing(evidence, basis),
  }
}

/** A message shorter than this ("yes, go on") says what it is about only together with earlier ones. */
const MIN_CHARS = 120

/** What is asked for now: the last message, and those before it that it needs to be understood. */
function currentRequest({ request }: Evidence, basis: StopFacts['basis']): string {
  const texts = request.messages.map(({ text }) => text)
  if (basis === 'narrated') return texts.join('\n\n')
  let from = texts.length - 1
  while (from > 0 && texts.slice(from).join('').length < MIN_CHARS) from -= 1
  return texts.slice(Math.max(0, from)).join('\n\n')
}

/** What a human says of questions: to be asked first, or not to be asked at all. */
function questionsWanted(
  evidence: Evidence,
): Pick<StopFacts, 'wantsToBeAsked' | 'wantsNoQuestions'> {
  const wishes = evidence.request.messages
    .flatMap(({ text }) => readRequest(text))
    .flatMap((sentence) => (sentence.clauses.length === 0 ? [sentence] : sentence.clauses))
  return {
    wantsToBeAsked: wishes.some(({ label, text }) => label === 'ask_first' && !saysNo(text)),
    wantsNoQuestions: wishes.some(({ text }) => saysNo(text) && findAsking(text).has('ask')),
  }
}

const findAsking = wordFinder({
  ask: `ask asking questions question confirm confirmation frag frage fragen nachfragen preguntes preguntar
    preguntas demande demander questions pergunte perguntar perguntas chiedere chiedermi domande спрашивай
    вопросов 聞か 質問 确认 问我 提问 묻지 질문`,
})
