import type { StatedDemand } from '../../schema/demand.js'
import { subjectsIn } from '../message/subjects.js'
import { wordFinder, wordsOf } from '../message/words.js'
import { stateDemand } from './state-demand.js'

/** How far from its start a sentence says no. */
const REACH = 4

/** "Don't push", "please never commit", "bitte nichts pushen": an order not to. "No condensation commit" tells. */
export const isProhibition = (sentence: string): boolean =>
  wordsOf(sentence)
    .slice(0, REACH)
    .some((word) => NO.has(word) || word.endsWith("n't") || word.endsWith('n’t')) ||
  DENSE.some((stem) => sentence.includes(stem))

const NO = new Set(
  `dont never not nicht nichts kein keine niemals nunca ne jamais não nunca non niet nooit не никогда ничего nie`.split(
    ' ',
  ),
)
const DENSE = 'ないで,しない,禁止,不要,不许,别,请勿,하지마,하지 마,하지말,말고,금지'.split(',')

/** Clauses of typed messages that forbid a delivery, a file or a dependency, whatever the learned reader takes them for. */
export const plainProhibitions = (
  messages: readonly { number: number; text: string }[],
): StatedDemand[] =>
  messages
    .filter(({ text }) => text.length <= MAX_TYPED)
    .flatMap(({ number, text }) =>
      text
        .split(/[.!?;\n]+\s*|, (?:and |but |und |aber |y |pero )?/)
        .filter((clause) => isPlain(clause))
        .map((clause) => stateDemand(number, 'forbid', clause.trim())),
    )

const MAX_TYPED = 1_500

/** "Don't push", "no new dependencies": it opens with the no, and names what. */
function isPlain(clause: string): boolean {
  const words = wordsOf(clause)
  if (words.length === 0 || words.length > 14) return false
  if (forbidsDependency(clause)) return true
  const opens = words
    .slice(0, 3)
    .some((word) => NO.has(word) || word.endsWith("n't") || word.endsWith('n’t'))
  if (opens && (forbiddenAct(clause) !== null || forbidsTouching(clause))) return true
  return opens && FORBIDDEN.some((what) => subjectsIn(words.slice(0, 5).join(' ')).has(what))
}

const FORBIDDEN = ['push', 'deploy', 'commit'] as const

/** "No new dependencies", "keine neuen Abhängigkeiten". */
export const forbidsDependency = (clause: string): boolean => {
  const words = wordsOf(clause).slice(0, 6)
  const isNo = words
    .slice(0, 3)
    .some((word) => NO.has(word) || NONE.has(word) || word.endsWith("n't"))
  return isNo && findDependency(words.join(' ')).size > 0
}

const NONE = new Set('no without ohne sin sans sem senza без zonder bez'.split(' '))
const findDependency = wordFinder({
  dependency: `dependency dependencies deps package packages library libraries abhängigkeit* bibliothek* dependencia* librería*
    dépendance* dependência* biblioteca* dipendenz* libreri* зависимост* библиотек* afhankelijkheden zależności 依存 依赖 의존`,
})

/** "Don't touch", "never edit": what stands there is to stay as it is. */
export const forbidsTouching = (clause: string): boolean =>
  isProhibition(clause) && findTouch(wordsOf(clause).slice(0, 5).join(' ')).size > 0

const findTouch = wordFinder({
  touch: `touch edit change modify alter anfassen ändern verändern bearbeiten toques tocar cambies modifiques touche
    touchez modifie modifiez mexa altere toccare modificare трогай меняй изменяй`,
})

/** "Do NOT apply": the verb right behind the no, where a command may have it. */
export function forbiddenAct(clause: string): string | null {
  const words = wordsOf(clause)
  const at = words.findIndex((word) => NO.has(word) || word.endsWith("n't") || word.endsWith('n’t'))
  const verb = at === -1 || at > 2 ? '' : (words[at + 1] ?? '')
  return COMMAND_VERBS.has(verb) ? verb : null
}

const COMMAND_VERBS = new Set(
  'apply deploy publish migrate merge release upgrade install'.split(' '),
)
