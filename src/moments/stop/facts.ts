import { lookFor } from '../../evidence/demands/look-for.js'
import { readDemands } from '../../evidence/demands/read-demands.js'
import { readRequest } from '../../evidence/message/read-request.js'
import { saysNo } from '../../evidence/message/says-no.js'
import { wordFinder } from '../../evidence/message/words.js'
import type { Evidence } from '../../schema/evidence.js'
import { askedNow } from '../../judge/world.js'
import { readClosing } from './closing.js'
import type { StopFacts } from './gate.js'

/** The facts as the gates see them. */
export function toStopFacts(evidence: Evidence, basis: StopFacts['basis']): StopFacts {
  const asked =
    basis === 'narrated'
      ? evidence.request.messages.map(({ text }) => text).join('\n\n')
      : askedNow(evidence)
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
