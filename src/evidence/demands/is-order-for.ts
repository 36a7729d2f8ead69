import type { Subject } from '../message/subjects.js'
import { subjectsIn } from '../message/subjects.js'
import { saysNo } from '../message/says-no.js'
import { wordsOf } from '../message/words.js'

/** How far from its start an order names what is to be done: "please open a draft PR". */
const REACH = 6

/** Whether a clause orders this delivery: it opens with the act, and asks nothing. */
export function isOrderFor(clause: string, what: Subject): boolean {
  if (clause.trimEnd().endsWith('?') || saysNo(clause)) return false
  const words = wordsOf(clause)
  const first = words.findIndex((word) => !OPENERS.has(word))
  if (first === -1 || NOT_ORDERS.has(words[first]!)) return false
  return subjectsIn(words.slice(first, first + REACH).join(' ')).has(what)
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))
const OPENERS = words(
  `please pls then and also now finally ok okay so just go ahead let's lets bitte dann und y luego por favor et puis
  e poi then, и потом затем`,
)
/** They tell of something, or set a condition. */
const NOT_ORDERS = words(
  `i i'm i'll we the a an this that it if when after before once my our there 1 2 3 what why how is are was does ich wir
  der die das wenn nach el la los si cuando le les quand il lo quando o os я мы если когда`,
)
