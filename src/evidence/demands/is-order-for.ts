import type { Subject } from '../message/subjects.js'
import { subjectsIn } from '../message/subjects.js'
import { saysNo } from '../message/says-no.js'
import { wordsOf } from '../message/words.js'

/** How far from its start an order names what is to be done: "please open a draft PR". */
const REACH = 6

/** Whether a clause orders this delivery: its first word is the act, or makes it. */
export function isOrderFor(clause: string, what: Subject): boolean {
  if (clause.trimEnd().endsWith('?') || saysNo(clause)) return false
  const words = wordsOf(clause)
  const first = words.findIndex((word) => !OPENERS.has(word))
  const verb = words[first] ?? ''
  if (subjectsIn(verb).has(what)) return true
  return MAKES.has(verb) && subjectsIn(words.slice(first, first + REACH).join(' ')).has(what)
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))
const OPENERS = words(
  `you can may please pls then and also now finally ok okay so just go ahead let's lets bitte dann und y luego por favor et puis
  e poi then, и потом затем`,
)
/** "Open a PR", "make a commit", "can you push". */
const MAKES = words(
  `open create make raise file submit do cut put get can could would mach mache erstell erstelle öffne leg kannst haz crea
  abre puedes fais crée ouvre peux-tu faça abra crie pode fai apri crea puoi сделай создай открой maak zrób otwórz`,
)
