/**
 * What the agent's last message says of the work, put together from its sentences: what it asks,
 * announces and could not do. Nothing is judged here.
 */
import { findAsk } from '../../evidence/message/find-ask.js'
import type { FoundAsk } from '../../evidence/message/find-ask.js'
import { findCut } from '../../evidence/message/find-cut.js'
import { isSure } from '../../evidence/message/is-sure.js'
import type { Use } from '../../evidence/message/thresholds.js'
import type { Evidence } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'

export interface Closing {
  /** The agent's own words; code and quotes are not among them. */
  sentences: readonly Sentence[]
  /** What it asks a person for, as the last thing it says; null when it asks nothing. */
  ask: FoundAsk | null
  /** What it says it does next, as the last thing it says. */
  announced: Sentence | null
  /** What it says it could not do. */
  refused: Sentence | null
  /** Where it breaks off in the middle. */
  cut: string | null
}

/** What a transcript holds may cause a push; what a case only tells is a reason to look. */
export function readClosing(evidence: Evidence, basis: 'recorded' | 'narrated'): Closing {
  const use: Use = basis === 'recorded' ? 'push' : 'note'
  const sentences = evidence.sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  const last = sentences.at(-1)
  const ask = findAsk(sentences)
  const cut = findCut(evidence.lastMessage ?? '')
  return {
    sentences,
    ask,
    announced: last?.act === 'announce' && ask === null && isSure(last, use) ? last : null,
    refused:
      sentences.find((sentence) => sentence.act === 'blocked' && isSure(sentence, use)) ?? null,
    cut: cut?.sure === true && ask === null ? cut.tail : null,
  }
}
