import { wordsOf } from './words.js'

/** A word of denial stands in it. */
export const saysNo = (text: string): boolean =>
  wordsOf(text).some((word) => NO.has(word) || /n['’]t$/.test(word)) ||
  NO_DENSE.some((stem) => text.includes(stem))

const NO = new Set(
  `not dont never without no avoid nicht kein keine keinen niemals ohne nunca sin jamais sans
  pas não nao sem non mai senza не никогда без`.split(/\s+/),
)
const NO_DENSE =
  '没有,没能,未能,ないで,しない,せずに,禁止,不要,不许,不准,请勿,하지마,하지 마,하지말,하지 말,말고,금지'.split(
    ',',
  )

/** "Nothing was pushed", "change nothing". */
export const saysNothing = (text: string): boolean =>
  wordsOf(text).some((word) => NOTHING.has(word)) || text.includes('何も')

const NOTHING = new Set('nothing nichts nada rien niente ничего'.split(' '))
