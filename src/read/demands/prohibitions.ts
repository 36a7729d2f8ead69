import {
  DENIALS,
  DENIED_VERBS,
  FORBIDDEN_THINGS,
  NO_ORDER,
  WITHOUT,
} from '../../data/request-words.js'
import { wordSet } from '../../util/word-set.js'
import { subjectsIn } from '../prose/subjects.js'
import { wordFinder, wordsOf } from '../prose/words.js'

/** A clause that a person typed against an act, a file, a folder or new dependencies. */
export interface Prohibition {
  message: number
  sentence: string
  /** Deliveries that it forbids. */
  deliveries: readonly ('push' | 'commit' | 'deploy')[]
  /** What stands there is to stay as it is. */
  isOfTouching: boolean
  isOfDependencies: boolean
  /** "Do NOT apply": the verb right behind the no, where a command may have it. */
  verb: string | null
}

/** Clauses that open with a no and name what; whatever the learned reader takes them for. */
export const prohibitionsIn = (
  messages: readonly { number: number; text: string }[],
): Prohibition[] =>
  messages
    .filter(({ text }) => text.length <= MAX_TYPED)
    .flatMap(({ number, text }) =>
      text
        .split(/[.!?;](?=\s|$)|\n| [—–] |, (?:and |but |und |aber |y |pero )?/)
        .flatMap((clause) => prohibitionIn(clause.trim(), number)),
    )

/** What is longer was pasted, or forbids in passing. */
const MAX_TYPED = 1_500
const MAX_WORDS = 14

function prohibitionIn(sentence: string, message: number): Prohibition[] {
  const words = wordsOf(sentence)
  const at = words.findIndex(saysNo)
  // "I'm not seeing the change" tells: an order has no subject before its no.
  const opens =
    at !== -1 &&
    at <= 2 &&
    !words.slice(0, at + 1).some((word) => SUBJECTS.has(word.split(/['’]/)[0]!))
  if (words.length > MAX_WORDS || !(opens || words.slice(0, 3).some((word) => NONE.has(word))))
    return []
  const opening = words.slice(0, 6).join(' ')
  const subjects = subjectsIn(words.slice(0, 5).join(' '))
  const verb = opens && COMMAND_VERBS.has(words[at + 1] ?? '') ? words[at + 1]! : null
  // "Don't push the commits" forbids no commit.
  const deliveries = DELIVERIES.filter(
    (one) => opens && subjects.has(one) && !(one === 'commit' && subjects.has('push')),
  )
  const near = words.slice(Math.max(0, at - 1), at + 3).join(' ')
  const isOfTouching = opens && findWords(near).has('touch')
  const isOfDependencies = findWords(opening).has('dependency')
  return deliveries.length > 0 || isOfTouching || isOfDependencies || verb !== null
    ? [{ message, sentence, deliveries, isOfTouching, isOfDependencies, verb }]
    : []
}

const DELIVERIES = ['push', 'deploy', 'commit'] as const
const COMMAND_VERBS = wordSet('apply deploy publish migrate merge release upgrade install')

const SUBJECTS = wordSet(NO_ORDER)

/** In Spanish "no" is the answer as well: it denies a verb that orders. */
const saysNo = (word: string, at = 0, words: readonly string[] = []): boolean =>
  NO.has(word) || /n['’]t$/.test(word) || (word === 'no' && DENIED.has(words[at + 1] ?? ''))
const NO = wordSet(DENIALS)
const DENIED = wordSet(DENIED_VERBS)
const NONE = wordSet(WITHOUT)

const findWords = wordFinder(FORBIDDEN_THINGS)
