/**
 * What the agent's last message says of the work, put together from its sentences: what it asks,
 * leaves, announces, hands back, admits, waves away. Nothing is judged here.
 */
import { findAsk } from '../../evidence/message/find-ask.js'
import type { FoundAsk } from '../../evidence/message/find-ask.js'
import { findCut } from '../../evidence/message/find-cut.js'
import { kindOfHeading } from '../../evidence/message/headings.js'
import { isSure } from '../../evidence/message/is-sure.js'
import { saysNo } from '../../evidence/message/says-no.js'
import type { Use } from '../../evidence/message/thresholds.js'
import type { Evidence } from '../../schema/evidence.js'
import type { Act, Sentence } from '../../schema/sentence.js'
import { findHarm } from './closing/find-harm.js'
import { readOutcomes } from './closing/outcomes.js'
import type { Outcomes } from './closing/outcomes.js'

export interface Closing {
  /** The agent's own words; code and quotes are not among them. */
  sentences: readonly Sentence[]
  /** What it asks a person for, as the last thing it says; null when it asks nothing. */
  ask: FoundAsk | null
  /** What it says it does next, as the last thing it says. */
  announced: Sentence | null
  left: readonly Sentence[]
  /** What it lists as next: an outlook, or the rest of the work. */
  next: readonly Sentence[]
  handedBack: readonly Sentence[]
  dismissed: Sentence | null
  deviation: Sentence | null
  /** What it says it could not do. */
  refused: Sentence | null
  /** Harm that it says it delivered. */
  harm: Sentence | null
  /** Where it breaks off in the middle. */
  cut: string | null
  outcomes: Outcomes
}

/** What a transcript holds may cause a push; what a case only tells is a reason to look. */
export function readClosing(evidence: Evidence, basis: 'recorded' | 'narrated'): Closing {
  const use: Use = basis === 'recorded' ? 'push' : 'note'
  const sentences = evidence.sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  const said = (act: Act, need = use): Sentence[] =>
    sentences.filter((sentence) => sentence.act === act && isSure(sentence, need))
  const last = sentences.at(-1)
  const ask = findAsk(sentences)
  const cut = findCut(evidence.lastMessage ?? '')
  return {
    sentences,
    ask,
    announced: last?.act === 'announce' && ask === null && isSure(last, use) ? last : null,
    left: [...said('left'), ...(basis === 'narrated' ? said('deviation').filter(isLess) : [])],
    next: sentences.filter(({ heading }) => heading !== null && kindOfHeading(heading) === 'next'),
    handedBack: said('handover'),
    // Both push only together with a check that is recorded as red.
    dismissed: said('dismissed', 'note')[0] ?? null,
    deviation: said('deviation').find((sentence) => !isLess(sentence)) ?? null,
    refused: said('blocked')[0] ?? null,
    harm: findHarm(sentences),
    cut: cut?.sure === true && ask === null ? cut.tail : null,
    outcomes: readOutcomes(evidence.sentences, 'note'),
  }
}

/** "I did not commit it": less than asked, which is work left. */
const isLess = ({ text }: Sentence): boolean => saysNo(text.split(' ').slice(0, 4).join(' '))
