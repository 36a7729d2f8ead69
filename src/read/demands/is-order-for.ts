import { MAKES } from '../../data/request-words.js'
import { wordSet } from '../../util/word-set.js'
import type { Subject } from '../prose/subjects.js'
import { subjectsIn } from '../prose/subjects.js'
import { saysNo } from '../prose/says-no.js'
import { wordsOf } from '../prose/words.js'
import { OPENERS } from './deeds.js'

/** How far from its start an order names what is to be done: "please open a draft PR". */
const REACH = 6

/** Whether a clause orders this delivery: its first word is the act, or makes it. */
export function isOrderFor(clause: string, what: Subject): boolean {
  if (clause.trimEnd().endsWith('?') || saysNo(clause)) return false
  const words = wordsOf(clause)
  const first = words.findIndex((word) => !OPENERS.has(word))
  const verb = words[first] ?? ''
  if (subjectsIn(verb).has(what)) return true
  return MAKING.has(verb) && subjectsIn(words.slice(first, first + REACH).join(' ')).has(what)
}

const MAKING = wordSet(MAKES)
