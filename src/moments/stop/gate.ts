import type { RequestSentence } from '../../evidence/message/read-request.js'
import type { StatedDemand } from '../../schema/demand.js'
import type { Evidence } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import type { Severity } from '../../schema/verdict.js'
import type { Closing } from './closing.js'

/** What a stop is judged by: the facts, and what the last message says of them. */
export interface StopFacts {
  evidence: Evidence
  closing: Closing
  /** The human messages of this task, joined: what was asked for. */
  asked: string
  /** The same, sentence by sentence. */
  request: readonly RequestSentence[]
  /** What the humans demand, and whether it still stands. */
  demands: readonly StatedDemand[]
}

/** What an open point says. */
export interface Objection {
  /** The fact in our own words, one clause. */
  fact: string
  /** The words it rests on, of a tool, the agent or the human; shown as data only. */
  quote: string | null
  /** The sentence that it was read from, where it was read. */
  read?: Sentence | undefined
  severity: Severity
  /** What is missing, in our own words. */
  missing: string
  /** What the agent can do about it. */
  nextAction: string
  /** It names something that the current request asks for. */
  requested: boolean
}
