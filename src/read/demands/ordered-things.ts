/**
 * What a sentence orders to be made, changed or taken away: a file or tests as the object of the verb that opens its
 * clause, a document as the place of that object, and functions by their calls. What describes, denies or only may
 * be orders nothing; whether it is there, the tree says.
 */
import { AROUND_THINGS, DENSE_TESTS } from '../../data/request-words.js'
import { wordSets } from '../../util/word-set.js'
import type { Wanted } from '../../schema/demand.js'
import { isDocumentation } from '../ledger/is-documentation.js'
import { saysNo } from '../prose/says-no.js'
import { splitClauses } from '../prose/split-clauses.js'
import { DENSE } from '../prose/tokens.js'
import { wordsOf } from '../prose/words.js'
import { deedsIn, isConditional, OPENERS } from './deeds.js'
import type { Deed } from './deeds.js'
import { bareDocumentsIn, isFileName, isTextOrTest, namedIn } from '../prose/named-in.js'

type Thing = Pick<Wanted, 'what' | 'want'>

export function orderedThings(said: string): Thing[] {
  // "A parser (no dependencies)": a denial in brackets says how; behind a file's name it is of the file.
  const sentence = said.replaceAll(/\([^()]*\)/g, (aside, at: number) => {
    const word = said.slice(0, at).trimEnd().split(' ').at(-1)!
    return isFileName(word) || !saysNo(aside) ? aside : ' '
  })
  const [first = ''] = wordsOf(sentence)
  if (saysNo(sentence) || isConditional(sentence) || DESCRIBES.has(first)) return []
  const files = [...new Set([...namedIn(sentence).files, ...bareDocumentsIn(sentence)])]
  const things = filesIn(sentence, files)
  const isOfTests = things.length === 0 && ordersTests(sentence)
  return [...things, ...callsIn(sentence), ...(isOfTests ? [TESTS_WANTED] : [])]
}

const TESTS_WANTED: Thing = { what: 'tests', want: 'tests' }

/** Whether a sentence wants tests to be written. */
export const ordersTests = (sentence: string): boolean =>
  !saysNo(sentence) &&
  !isConditional(sentence) &&
  (DENSE_TESTS.some((stem) => sentence.includes(stem)) ||
    objectsIn(sentence, (word) => TESTS.has(word)).some(
      ({ deed, next, between }) =>
        deed === 'create' &&
        (next === '' || BEHIND_TESTS.has(next)) &&
        // "Add a login form with unit tests", "cover it with a test".
        (isPlain(between) || (next === '' && between.slice(-3).some((word) => WITH.has(word)))),
    ))

function filesIn(sentence: string, files: readonly string[]): Thing[] {
  if (files.length === 0) return []
  if (DENSE.test(sentence)) return files.flatMap((file) => denselyOrdered(sentence, file))
  const marked = files.reduce(
    (text, file, at) => text.replace(file, ` ${MARK}${LETTERS[at]} `),
    sentence.replaceAll('`', ' '),
  )
  // "LICENSE, a NOTICE.md and CONTRIBUTING.md" is one object.
  const listed = marked.replaceAll(
    LIST,
    (list) =>
      ` ${MARK}${list
        .match(MARKED)!
        .map((one) => one.at(-1))
        .join('')} `,
  )
  // "Create short pages: a.md and b.md": the object stands behind the colon.
  const direct = listed.replace(BEFORE_COLON, '$1 ')
  const filesOf = (word: string): string[] =>
    word.startsWith(MARK)
      ? word
          .slice(MARK.length)
          .split('')
          .map((letter) => files[LETTERS.indexOf(letter)]!)
      : []
  const objects = objectsIn(direct, (word) => word.startsWith(MARK))
  return objects.flatMap(({ deed, word, between, next, other }) => {
    const things = (want: Wanted['want'], own = filesOf(word)): Thing[] =>
      own.map((what) => ({ what, want }))
    const target = other.findIndex((one) => one.startsWith(MARK))
    const isEnd = next === '' || TAIL.has(next)
    const goesOn = isEnd || (PURPOSE.has(next) && target === -1)
    const isObject = isPlain(between) && isNamed(between)
    if (deed === 'rename')
      return isObject && target > 0 && other.slice(0, target).every((one) => INTO.has(one))
        ? [...things('gone'), ...things('exists', filesOf(other[target]!))]
        : []
    if (deed === 'remove') return isEnd && isObject ? things('gone') : []
    const isText = filesOf(word).every(isDocumentation)
    if (isObject && isText && (ENTRY.has(next) || (deed === 'update' && goesOn)))
      return things('changed')
    if (deed !== 'create') return []
    if (isObject) return goesOn ? things('exists') : []
    // "Write a guide to docs/trim.md": source or data may be the place of what is there.
    return isEnd && isPlace(between) && filesOf(word).every(isTextOrTest) ? things('changed') : []
  })
}

const MARK = 'ƒƒƒƒƒ'
const LETTERS = 'abcdefghijklmnop'
const MARKED = /ƒƒƒƒƒ[a-p]/g
const BEFORE_COLON = /^(\W{0,4}\p{L}{1,40}) [^:,.ƒ]{1,60}:\s{1,3}(?=ƒƒƒƒƒ)/u
const LIST =
  /ƒƒƒƒƒ[a-p]\s{0,3}(?:(?:,|&|\b(?:and|plus|or|as well as|und|sowie|oder|y|e|et|ou|и)\b)\s{0,3}(?:(?:an?|the|eine?n?|die|das|den|una?|une?|uma?)\s)?\s{0,3}ƒƒƒƒƒ[a-p]\s{0,3})+/giu

/** Where words have no spaces between them the deed stands right behind the name, or opens the sentence. */
function denselyOrdered(sentence: string, file: string): Thing[] {
  const at = sentence.indexOf(file)
  const behind = sentence
    .slice(at + file.length)
    .replace(/^[`"'\s]+/, '')
    .slice(0, 8)
  const [deed] = [...deedsIn(behind), ...deedsIn(wordsOf(sentence.slice(0, at)).at(-1) ?? '')]
  if (deed === 'create' && !/^[にへ]/.test(behind)) return [{ what: file, want: 'exists' }]
  if (deed === 'remove') return [{ what: file, want: 'gone' }]
  const isChange = deed === 'create' || deed === 'update'
  return isChange && isDocumentation(file) ? [{ what: file, want: 'changed' }] : []
}

interface OrderedObject {
  deed: Deed
  word: string
  /** Words between the verb and it. */
  between: readonly string[]
  /** The word behind it, and all that follow in its clause. */
  next: string
  other: readonly string[]
}

/** What stands in a clause that the verb of a deed opens, or that begins like another object of the verb before it. */
function objectsIn(sentence: string, isThing: (word: string) => boolean): OrderedObject[] {
  let deed: Deed | undefined
  return splitClauses(sentence).flatMap(({ text }) => {
    const words = wordsOf(text)
    const opening = words.findIndex((word) => !OPENERS.has(word))
    const isMore = INDEFINITE.has(words[opening] ?? '')
    const verb = isMore ? -1 : opening
    if (!isMore) [deed] = NEW.has(words[verb] ?? '') ? ['create'] : deedsIn(words[verb] ?? '')
    const known = deed
    return words.flatMap((word, at) => {
      if (known === undefined || at <= verb || !isThing(word)) return []
      const other = words.slice(at + 1)
      return [
        { deed: known, word, between: words.slice(verb + 1, at), next: other[0] ?? '', other },
      ]
    })
  })
}

/** The object itself: few words stand before it, and none that makes another thing the object. */
const isPlain = (between: readonly string[]): boolean =>
  between.length <= REACH && !between.some((word) => OTHER.has(word) || INTO.has(word))
const REACH = 5

/** A file stands by itself, or behind an article and what it is like: "a short MIGRATION.md". */
const isNamed = (between: readonly string[]): boolean =>
  between.every((word) => BETWEEN.has(word)) || BETWEEN.has(between[0] ?? '')

/** "A guide to", "unit tests in": one thing, and then its place. */
function isPlace(between: readonly string[]): boolean {
  const at = between.findLastIndex((word) => INTO.has(word))
  const thing = between.slice(0, at)
  return (
    at > 0 &&
    thing.length <= REACH + 2 &&
    !thing.some((word) => SUBCLAUSE.has(word) || INTO.has(word)) &&
    between.slice(at + 1).every((word) => BETWEEN.has(word))
  )
}

/** Calls behind a verb of making; a clause that is only a call goes on with the verb before it. */
function callsIn(sentence: string): Thing[] {
  let isOpen = false
  return splitClauses(sentence).flatMap(({ text }) => {
    const found = [...text.matchAll(CALL)].map(([, name]) => name!)
    const lead = found.length === 0 ? text : text.slice(0, text.indexOf(found[0]!))
    const words = wordsOf(lead)
    const isNew = FUNCTIONS.has(words.at(-1) ?? '') && INDEFINITE.has(words.at(-2) ?? '')
    const deeds = deedsIn(lead)
    isOpen = isNew || deeds.has('create') || deeds.has('need') || (isOpen && words.length === 0)
    return isOpen
      ? found.flatMap((what): Thing[] => [
          { what, want: 'symbol' },
          { what, want: 'body' },
        ])
      : []
  })
}

/** `parse_iso(s)`: a name of code with its arguments, and no method of something that is there. */
const CALL = /(?<![\w.$@#/])([A-Za-z_$][\w$]{3,60})\((?:[\w$.,:;?=<>[\]| *&'"]{0,80})\)/g

const {
  TESTS,
  BEHIND_TESTS,
  WITH,
  NEW,
  INDEFINITE,
  FUNCTIONS,
  DESCRIBES,
  OTHER,
  SUBCLAUSE,
  INTO,
  PURPOSE,
  TAIL,
  ENTRY,
  BETWEEN,
} = wordSets(AROUND_THINGS)
