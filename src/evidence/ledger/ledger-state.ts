import type { Ledger, RecentItem } from '../../schema/evidence.js'
import type { ToolKind } from '../../schema/transcript.js'
import { pushBounded } from '../../util/push-bounded.js'

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
  sidechain: boolean
}

/** The reduced state: the ledger so far, and what its next entries need. */
export interface LedgerState {
  ledger: Ledger
  open: OpenCall[]
  /** Step of the last human message; -1 before the first. */
  humanStep: number
  /** Files that were there already, as hashes: writing one of them creates nothing. */
  knownFiles: string[]
  /** What was skipped, by the kind of its trouble. */
  skipped: Record<string, number>
}

const MAX_RECENT = 60

export function addRecent(ledger: Ledger, item: RecentItem): void {
  pushBounded(ledger.recent, item, MAX_RECENT)
}

export function findRecentCall(
  ledger: Ledger,
  step: number,
): Extract<RecentItem, { kind: 'call' }> | null {
  const item = ledger.recent.findLast((one) => one.step === step && one.kind === 'call')
  return item?.kind === 'call' ? item : null
}

export function countSkipped(state: LedgerState, reason: string): void {
  state.skipped[reason] = (state.skipped[reason] ?? 0) + 1
}
