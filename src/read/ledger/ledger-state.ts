import type { CommandRun, Ledger, RecentItem } from '../../schema/evidence.js'
import type { ToolKind, TranscriptEntry } from '../../schema/transcript.js'
import type { TokenUsage } from '../../schema/token-usage.js'
import type { EpisodesState } from '../episodes/episodes-state.js'
import type { CommandResult } from '../shell/command-result.js'
import type { ShellLine } from '../shell/shell-line.js'
import { pushLoosely } from '../../util/push-bounded.js'

/** A call that waits for its result. */
export interface OpenCall {
  callId: string
  step: number
  tool: string
  toolKind: ToolKind
  action: string
  command: string | null
  files: string[]
  written: string | null
  creates: boolean
  commentsOnly?: boolean | undefined
  sidechain: boolean
  /** When it was made, where the transcript says. */
  at: string | null
  sizes?: readonly EditSize[] | undefined
}

type EditSize = NonNullable<Extract<TranscriptEntry, { kind: 'tool-call' }>['sizes']>[number]

/** A call in `recent` whose keys are still to be made: most leave before they are needed. */
export interface UnsettledCall {
  item: RecentCall
  what: string
  result: CommandResult | null
}

/** A message in `recent` whose text is still to be shortened. */
export interface UnsettledMessage {
  item: Extract<RecentItem, { kind: 'message' }>
  text: string
}

/** A run in `commands` whose output is still to be read. */
interface UnsettledRun {
  run: CommandRun
  line: ShellLine
  /** Which of the line's commands it is. */
  index: number
  finished: CommandResult
}

/** The reduced state: the ledger so far, and what its next entries need. */
export interface LedgerState {
  ledger: Ledger
  open: OpenCall[]
  /** Step of the last human message; -1 before the first. */
  humanStep: number
  /** Files that were there already, the latest: writing one of them creates nothing. */
  knownFiles: string[]
  /** Texts of the latest calls and runs that were not read yet; empty in a kept state. */
  unsettled: { calls: UnsettledCall[]; messages: UnsettledMessage[]; runs: UnsettledRun[] }
  /** Checks that went red, and what happened since. */
  episodes: EpisodesState
  /** The latest messages whose tokens were told, each with its row of `usage`. */
  told?: { messageId: string; used: TokenUsage; row: number }[]
  /** The changes lie in a stash: what is run meanwhile is not about them. */
  isAway?: boolean
  /** What was skipped, by the kind of its trouble. */
  skipped: Record<string, number>
}

/** How many of `recent` are shown; between two looks there may be more. */
export const MAX_RECENT = 60

export type RecentCall = Extract<RecentItem, { kind: 'call' }>

export function addRecent(ledger: Ledger, item: RecentItem): void {
  pushLoosely(ledger.recent, item, MAX_RECENT)
}

export function findRecentCall(ledger: Ledger, step: number): RecentCall | null {
  const item = ledger.recent.findLast((one) => one.step === step && one.kind === 'call')
  return item?.kind === 'call' ? item : null
}

export function countSkipped(state: LedgerState, reason: string): void {
  state.skipped[reason] = (state.skipped[reason] ?? 0) + 1
}
