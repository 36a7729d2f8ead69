import { SCOPES } from '../../data/request-words.js'
import { wordFinder, wordsOf } from '../prose/words.js'
import { isFileName } from '../prose/named-in.js'
import { deedsIn } from './deeds.js'

/** Names that a sentence orders to be renamed, replaced or removed everywhere. */
export function askedRemovals(sentence: string): string[] {
  if (findScope(sentence).size > 0) return []
  const found = deedsIn(sentence)
  const isRename = found.has('rename') || found.has('replace')
  const said = sentence.slice(0, MAX_CHARS)
  // A sentence of nothing but pairs: "push_job → enqueue, pop_job → dequeue".
  if (isRename || wordsOf(said.replaceAll(PAIR, ' ')).length <= MAX_REST) {
    const pairs = [...said.matchAll(PAIR)].map(([, name]) => name!)
    if (pairs.length > 0) return pairs.filter(isDistinct)
  }
  if (!isRename && !found.has('remove')) return []
  const names = said
    .split(SEPARATORS)
    // "All console.logs" are of one name.
    .map((word) => word.replace(/\(\)$|[.:]$/, '').replace(/(?<=\.\w{2,40})s$/, ''))
  // "Replace Gson by …": a name of its own where no sentence begins.
  const isProper = (name: string, verb: string): boolean =>
    isRename && PROPER.test(name) && deedsIn(verb).size > 0
  const known = names.filter(
    (name, at) =>
      IDENTIFIER.test(name) && (isDistinct(name) || isProper(name, names[at - 1] ?? '')),
  )
  // Of a pair the first is to go.
  return isRename || known.length === 1 ? known.slice(0, 1) : []
}

const MAX_CHARS = 400
/** `push_job → enqueue`. */
const PAIR = /(?<![\w.])([A-Za-z_$][\w$]{2,60})`?(?:\(\))? ?(?:->|=>|→) ?`?[A-Za-z_$][\w$]{0,60}/g
/** "And", "pls". */
const MAX_REST = 2
/** `fetchUser`, user_id, MAX_SIZE, console.log, http://old.example.org: a word of its own, in a code span or not. */
const SEPARATORS = /[\s`'",;!?]+/
const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:(?:\.|:\/\/|-)[A-Za-z_][\w$]*){0,8}$/
const PROPER = /^[A-Z][a-z]{3}/

/** "Version" and "state" are the names of many things. */
const isDistinct = (name: string): boolean =>
  name.length >= 6 && /_|[a-z]\.?[A-Z]|\d|\w\.\w/.test(name) && !isFileName(name)

const findScope = wordFinder({ scope: SCOPES })
