/** What the agent's last message says of the work, put together from its sentences. Nothing is judged here. */
import { findAsk } from '../../read/prose/find-ask.js'
import type { FoundAsk } from '../../read/prose/find-ask.js'
import { findCut } from '../../read/prose/find-cut.js'
import type { Evidence } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'

export interface Closing {
  /** The agent's own words; code and quotes are not among them. */
  sentences: readonly Sentence[]
  /** What it asks a person for; null when it asks nothing. */
  ask: FoundAsk | null
  /** Where it breaks off in the middle. */
  cut: string | null
}

export function readClosing({ sentences, lastMessage }: Evidence): Closing {
  const own = sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  const ask = findAsk(own)
  const cut = findCut(lastMessage ?? '')
  return { sentences: own, ask, cut: cut?.sure === true && ask === null ? cut.tail : null }
}
