import { isSure } from '../../../evidence/message/is-sure.js'
import type { Act } from '../../../schema/sentence.js'
import type { StopFacts } from '../gate.js'

const FINISHED: ReadonlySet<Act> = new Set(['done', 'passed', 'delivered'])
/** Whoever says so is not finished, or knows that it is not. */
const UNFINISHED: ReadonlySet<Act> = new Set([
  'blocked',
  'failed',
  'left',
  'announce',
  'input',
  'permission',
])

/** The last message says that the work is done, and nothing in it that it isn't. */
export function claimsFinished({ closing, evidence }: StopFacts): boolean {
  if (closing.ask !== null || closing.announced !== null || closing.cut !== null) return false
  const said = closing.sentences.filter((sentence) => isSure(sentence, 'hold'))
  if (said.some(({ act }) => UNFINISHED.has(act))) return false
  return said.some(({ act }) => FINISHED.has(act)) || evidence.claims.length > 0
}
