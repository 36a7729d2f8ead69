/**
 * What the agent's last message says of the work: what it asks, leaves, announces, hands back,
 * needs, waves away. The message comes in; quotes of it go out, and nothing is judged here.
 */
import { findAnnouncement, findTrailing } from '../../evidence/ending/find-announcement.js'
import { findCut } from '../../evidence/ending/find-cut.js'
import { readUnits } from '../../evidence/ending/read-units.js'
import type { Unit } from '../../evidence/ending/read-units.js'
import { readProse } from '../../util/prose.js'
import type { Sentence } from '../../util/prose.js'
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
  /** Where it breaks off in the middle. */
  cut: string | null
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
  const said = readMessage(message)
  return { ...said, deviation: findDeviation(said.sentences, request) }
}

type Said = Omit<Closing, 'deviation'>

/** What a message says by itself. */
function readMessage(message: string): Said {
  const text = message.slice(-MAX_CHARS)
  const sentences = readProse(text)
  const units = readUnits(text)
  return {
    sentences,
    ask: findAsk(sentences),
    left: findWorkLeft(sentences),
    announced: findAnnouncement(units),
    cut: brokenOff(text, units),
    delegated: findDelegated(sentences),
    needsPerson: findNeedsPerson(sentences),
    dismissed: findDismissed(sentences),
    refused: findRefused(sentences),
    unsafe: findUnsafe(sentences),
    outcomes: readOutcomes(text),
  }
}

/** No author would end there; a full stop that is missing says nothing. */
function brokenOff(text: string, units: readonly Unit[]): string | null {
  const cut = findCut(text)
  return cut?.sure === true ? cut.tail : findTrailing(units)
}
