import type { ReaderState } from '../../agent.js'

/** What is remembered between lines. */
export interface CodexState extends ReaderState {
  /** The whole file is a subagent's. */
  sidechain: boolean
  /** Texts that were told once and will be told a second time. */
  toldByEvent: string[]
  toldByItem: string[]
  nameless: string[]
  namelessCount: number
  /** Exit codes that came before the output they belong to. */
  exits: [callId: string, code: number][]
}
