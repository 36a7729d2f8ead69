import { NO_TREE, worldOf } from '../../judge/world.js'
import type { World } from '../../judge/world.js'
import { findAsk } from '../../read/prose/find-ask.js'
import type { FoundAsk } from '../../read/prose/find-ask.js'
import { findCut } from '../../read/prose/find-cut.js'
import type { Evidence } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'

/** What a stop is judged by: the facts, what was asked, and what the last message says. */
export interface StopFacts extends Pick<World, 'evidence' | 'demands' | 'asked'> {
  closing: Closing
}

interface Closing {
  /** The agent's own words; code and quotes are not among them. */
  sentences: readonly Sentence[]
  /** What it asks a person for; null when it asks nothing. */
  ask: FoundAsk | null
  /** Where it breaks off in the middle. */
  cut: string | null
}

export function toStopFacts(evidence: Evidence): StopFacts {
  const { asked, demands } = worldOf(evidence, NO_TREE)
  const sentences = evidence.sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  const ask = findAsk(sentences)
  const found = ask === null ? findCut(evidence.lastMessage ?? '') : null
  const cut = found?.sure === true ? found.tail : null
  return { evidence, asked, demands, closing: { sentences, ask, cut } }
}
