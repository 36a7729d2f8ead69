import type { ReaderState } from '../../agent.js'
import type { TokenUsage } from '../../schema/token-usage.js'
import type { NamelessCalls } from '../nameless-calls.js'

/** What is remembered between lines. */
export interface CodexState extends ReaderState, NamelessCalls {
  /** The whole file is a subagent's. */
  sidechain: boolean
  /** Texts that were told once, on either side, and will be told a second time. */
  toldBy: Record<Side, string[]>
  /** Exit codes that came before the output they belong to. */
  exits: [callId: string, code: number][]
  /** The model of the turn. */
  model: string | null
  /** What the session had used when it was told last. */
  used: TokenUsage | null
}

export type Side = 'event' | 'item'
