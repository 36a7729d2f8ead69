import { isSure } from '../../../read/prose/is-sure.js'
import type { Use } from '../../../read/prose/thresholds.js'
import type { Act } from '../../../schema/sentence.js'
import type { StopFacts } from '../facts.js'
import { isReport } from '../../../read/prose/is-report.js'

/** Why the last message ends no work; null when nothing in it speaks against that. */
export function whyUnfinished({ closing }: StopFacts): string | null {
  if (closing.sentences.length === 0) return 'the agent reported nothing'
  if (closing.ask !== null) return UNFINISHED.input!.why
  if (closing.cut !== null) return "the agent's message breaks off"
  for (const sentence of closing.sentences) {
    const { why, use } = UNFINISHED[sentence.act] ?? {}
    if (why !== undefined && isSure(sentence, use!)) return why
  }
  return null
}

/**
 * An agent that says so is not finished, or knows that it is not. A guess holds back where a person is
 * asked. Elsewhere it does not: what a check finds is measured, and "it adds VAT now" is no plan.
 */
const UNFINISHED: Partial<Record<Act, { why: string; use: Use }>> = {
  input: { why: 'the agent asks a person something', use: 'hold' },
  permission: { why: 'the agent asks a person something', use: 'hold' },
  blocked: { why: 'the agent says that it is blocked', use: 'note' },
  failed: { why: 'the agent says that something fails', use: 'note' },
  left: { why: 'the agent says that something is left to do', use: 'note' },
  announce: { why: 'the agent announces more work', use: 'push' },
}

/** The last message says in so many words that the work is done. */
export const saysFinished = ({ closing, evidence }: StopFacts): boolean =>
  evidence.claims.length > 0 ||
  closing.sentences.some((sentence) => isReport(sentence) && isSure(sentence, 'hold'))
