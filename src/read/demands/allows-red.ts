import { RED_IS_FINE } from '../../data/request-words.js'
import { findFixing } from '../prose/find-fixed.js'
import { readRequest } from '../prose/read-request.js'
import type { RequestSentence } from '../prose/read-request.js'
import { saysNo } from '../prose/says-no.js'
import { subjectsIn } from '../prose/subjects.js'
import { findTrouble } from '../prose/trouble-words.js'
import { wordFinder } from '../prose/words.js'
import { isWork } from './is-work.js'

/**
 * A person said that tests will fail and are to stay so: "testTen goes red, leave it, Giulia adapts it". The
 * sentence speaks of tests or names one of those that fail, and no part of it orders a fix.
 */
export const allowsRed = (
  messages: readonly { text: string }[],
  failing: readonly string[],
): boolean =>
  messages.flatMap(({ text }) => readRequest(text)).some((sentence) => isAllowed(sentence, failing))

/** A test's own name, without its file, class or suite. */
const ownName = (failing: string): string => {
  const last = failing.split(/::| [›>] |#/).at(-1)!
  return last.includes(' ') ? last : last.split('.').at(-1)!
}

function isAllowed({ text, clauses }: RequestSentence, failing: readonly string[]): boolean {
  const isOfTests =
    subjectsIn(text).has('tests') || failing.some((name) => text.includes(ownName(name)))
  if (!isOfTests || !(findWords(text).has('red') || findTrouble(text).has('trouble'))) return false
  // A colon keeps the reader from looking at the parts.
  const parts = [...clauses, ...text.split(/[,;:，、；：]/).flatMap((part) => readRequest(part))]
  const isLeft = (part: string): boolean => findWords(part).has('leave')
  return (
    parts.some(
      ({ text: part, label }) =>
        label === 'forbid' ||
        label === 'withdraw' ||
        isLeft(part) ||
        (saysNo(part) && findFixing(part).size > 0),
    ) &&
    !parts.some(
      ({ text: part, label }) =>
        isWork(label) && findFixing(part).size > 0 && !saysNo(part) && !isLeft(part),
    )
  )
}

const findWords = wordFinder(RED_IS_FINE)
