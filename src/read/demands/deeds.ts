/** What an order does, by its verb: one table for all that reads orders. */
import { CONDITIONS, DEEDS, ORDER_OPENERS } from '../../data/request-words.js'
import { wordSet } from '../../util/word-set.js'
import { wordFinder, wordsOf } from '../prose/words.js'

export type Deed = keyof typeof DEEDS

export const deedsIn = wordFinder<Deed>(DEEDS)

/** Words before the verb of an order. */
export const OPENERS = wordSet(ORDER_OPENERS)

/** The verb that opens a clause. */
export const openingOf = (clause: string): string =>
  wordsOf(clause).find((word) => !OPENERS.has(word)) ?? ''

/** "If there is none", "unless": it is unknown whether it was wanted in the end. */
export const isConditional = (text: string): boolean =>
  findCondition(text.replaceAll(/\bcould you\b/gi, ' ')).size > 0

const findCondition = wordFinder({ condition: CONDITIONS })
