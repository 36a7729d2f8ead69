import { hasStem, lexiconSet, wordsOf } from './words.js'

/** A word of denial stands in it. */
export const saysNo = (text: string): boolean =>
  wordsOf(text).some((word) => NO.has(word) || /n['’]t$/.test(word)) || hasStem(text, 'no.dense')

const NO = lexiconSet(
  `not dont never without no avoid nicht kein keine keinen niemals ohne nunca sin jamais sans
  pas não nao sem non mai senza`,
  'no',
)

/** "Nothing was pushed", "change nothing". */
export const saysNothing = (text: string): boolean =>
  wordsOf(text).some((word) => NOTHING.has(word)) || hasStem(text, 'nothing.dense')

const NOTHING = lexiconSet('nothing nichts nada rien niente', 'nothing')
