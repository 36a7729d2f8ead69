import { findTrouble } from '../message/trouble-words.js'
import { findFixing } from '../message/find-fixed.js'
import { readRequest } from '../message/read-request.js'
import type { RequestSentence } from '../message/read-request.js'
import type { RequestLabel } from '../message/request-label.js'
import { saysNo } from '../message/says-no.js'
import { subjectsIn } from '../message/subjects.js'
import { wordFinder } from '../message/words.js'
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

function isAllowed(
  { text: sentence, clauses }: RequestSentence,
  failing: readonly string[],
): boolean {
  const isOfTests =
    subjectsIn(sentence).has('tests') || failing.some((name) => sentence.includes(ownName(name)))
  if (!isOfTests || !tellsRed(sentence)) return false
  // A colon keeps the reader from looking at the parts.
  const parts = [
    ...clauses,
    ...sentence.split(/[,;:，、；：]/).flatMap((part) => readRequest(part)),
  ]
  return parts.some(isLeave) && !parts.some(isFixWish)
}

interface Part {
  text: string
  label: RequestLabel
}

const isLeave = ({ text, label }: Part): boolean =>
  LIMITS.has(label) || findLeaving(text).size > 0 || (saysNo(text) && findFixing(text).size > 0)

const isFixWish = ({ text, label }: Part): boolean =>
  isWork(label) && findFixing(text).size > 0 && !saysNo(text) && findLeaving(text).size === 0

const LIMITS: ReadonlySet<RequestLabel> = new Set(['forbid', 'withdraw'])

const tellsRed = (text: string): boolean =>
  findRed(text).size > 0 || findTrouble(text).has('trouble')

const findRed = wordFinder({
  red: `red rot rote roten breaks break rojo roja rojos rompe* rouge rouges casse* vermelh* quebra* ross* romp*
    красн* слома* упад* 赤 壊れ 红 挂 빨간 깨지`,
})

const findLeaving = wordFinder({
  leave: `leave ignore fine okay ok normal normale expected lass lasse ignorier* ordnung erwartet deja dejalo déjalo
    déjala ignora esperado laisse laissez ignorez prévu deixa deixe lascia lascialo lasciala previsto остав* そのまま 放置
    不用管 留着 그대로`,
})
