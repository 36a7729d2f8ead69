import { reachesOutside } from '../../../evidence/message/reach.js'
import { isSure } from '../../../evidence/message/is-sure.js'
import { topicWords } from '../../../evidence/message/topics.js'
import { wordFinder, wordsOf } from '../../../evidence/message/words.js'
import type { Gate, StopFacts } from '../gate.js'
import { reachOf } from '../reach-of-ask.js'

/** The agent asks permission for what was already asked for, and for nothing that reaches further. */
export const asksPermission: Gate = {
  id: 'asks_permission',
  tier: 'note',
  yieldsToPerson: true,
  check(facts) {
    const { closing, evidence } = facts
    const { ask } = closing
    const { flags } = evidence.request
    if (ask === null || ask.kind === 'person' || !isSure(ask.sentence, 'push')) return null
    if (ask.kind === 'decision' && !facts.wantsNoQuestions) return null
    if (flags.planOnly !== null || flags.readOnly !== null) return null
    // Never past a person: one word of the list anywhere, or one wish to be asked, is enough.
    if (reachOf(facts) !== 'tree' || facts.wantsToBeAsked) return null
    if (evidence.sentences.some(({ text }) => reachesOutside(text))) return null
    if (ask.kind === 'leave' && !isAskedAlready(facts)) return null
    return {
      fact: 'You ask permission for something that you were already asked to do',
      quote: ask.sentence.text,
      read: ask.sentence,
      severity: 'MEDIUM',
      missing: 'the work that you ask permission for',
      nextAction: 'Go on with what was asked for.',
      requested: true,
    }
  },
}

/** The request names it, all of it, and nothing shows that it is done. */
function isAskedAlready({ asked, evidence, closing }: StopFacts): boolean {
  const { text } = closing.ask!.sentence
  const at = closing.sentences.indexOf(closing.ask!.sentence)
  // "Shall I go on?" names nothing itself: what it is about was said before it.
  const about =
    namedIn(text).size > 0
      ? text
      : closing.sentences
          .slice(Math.max(0, at - 2), at)
          .map((before) => before.text)
          .join('\n')
  const isDone = evidence.edits.length > 0 && closing.left.length === 0
  return !isDone && isWithin(namedIn(about), topicWords(asked)) && staysAsAsked(text, asked)
}

/** One word that the request lacks may be the dependency or the rewrite that permission is asked for. */
const isWithin = (words: ReadonlySet<string>, known: ReadonlySet<string>): boolean =>
  words.size > 0 && [...words].every((word) => known.has(word))

/** "Write a new parser" is not what "fix the parser" asks for. */
const staysAsAsked = (text: string, asked: string): boolean => {
  const known = findOther(asked)
  return [...findOther(text)].every((kind) => known.has(kind))
}

const findOther = wordFinder({
  other: `new another other others different instead neu neue neuen anderen anderes stattdessen nuevo nueva
    otro otra nouveau nouvelle autre novo nova outro outra nuovo nuova altro новый другой`,
  written: `write writing rewrite schreiben escribir écrire escrever scrivere написать`,
  created: `create creating erstellen crear créer criar creare создать`,
  further: `also too more further additionally auch zudem también aussi também anche также`,
})

/** What a text names, without the words of asking. */
const namedIn = (text: string): Set<string> =>
  topicWords(
    wordsOf(text)
      .filter((word) => findAsking(word).size === 0)
      .join(' '),
  )

const findAsking = wordFinder({
  leave: `shall may might ready proceed proceeding ahead begin permission allowed looked soll sollen darf
    möchtest willst quieres puedo debo veux dois voulez quer posso devo vuoi можно хотите`,
})
