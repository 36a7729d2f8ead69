/**
 * What the agent's last message says of the work: what it asks, leaves, announces, hands back,
 * needs, waves away. The message comes in; quotes of it go out, and nothing is judged here.
 */
import { readProse } from '../../util/prose.js'
import type { Sentence } from '../../util/prose.js'
import { findAnnounced } from './closing/announced.js'
import { findAsk } from './closing/ask.js'
import type { Asked } from './closing/ask.js'
import { findDelegated } from './closing/delegated.js'
import type { Delegated } from './closing/delegated.js'
import { findDeviation } from './closing/deviation.js'
import { findDismissed } from './closing/dismissed.js'
import { findWorkLeft } from './closing/left.js'
import type { WorkLeft } from './closing/left.js'
import { findNeedsPerson } from './closing/needs-person.js'
import { readOutcomes } from './closing/outcomes.js'
import type { Outcomes } from './closing/outcomes.js'
import { findRefused } from './closing/refused.js'
import { findUnsafe } from './closing/unsafe.js'

export interface Closing {
  sentences: Sentence[]
  ask: Asked | null
  left: WorkLeft[]
  announced: string | null
  delegated: Delegated[]
  needsPerson: string[]
  dismissed: string | null
  refused: string | null
  unsafe: string | null
  deviation: string | null
  outcomes: Outcomes
}

/** Enough for any report; a longer message ends with what counts. */
const MAX_CHARS = 20_000

export function readClosing(message: string, request: string): Closing {
  const text = message.slice(-MAX_CHARS)
  const sentences = readProse(text)
  return {
    sentences,
    ask: findAsk(sentences),
    left: findWorkLeft(sentences),
    announced: findAnnounced(sentences, text),
    delegated: findDelegated(sentences),
    needsPerson: findNeedsPerson(sentences),
    dismissed: findDismissed(sentences),
    refused: findRefused(sentences),
    unsafe: findUnsafe(sentences),
    deviation: findDeviation(sentences, request),
    outcomes: readOutcomes(text),
  }
}
