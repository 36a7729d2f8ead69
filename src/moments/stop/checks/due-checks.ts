import { DUE_CHECK } from '../../../guard/due.js'
import type { RecordOf } from '../../../schema/records.js'
import type { SessionState } from '../../../schema/session-state.js'
import type { FailingBefore } from './proof.js'

/** Longer than any run: it is due when its checks have ended, which their runner says. */
const LASTS_MS = 15 * 60_000

/** A check that runs when the client no longer waits, with what only the stop knows of it. */
export interface LaterCheck {
  check: string
  before: FailingBefore
  demanded: boolean
}

type DueRow = RecordOf<'due'>

/** The row by which checks are run later, for one session. */
export function dueChecks(
  plan: readonly LaterCheck[],
  worktree: string,
  { session, now, owner }: { session: SessionState; now: string; owner: DueRow['owner'] },
): DueRow {
  const { sessionId, turn } = session
  return {
    id: `${DUE_CHECK}:${sessionId}`.slice(0, 256),
    sessionId,
    kind: DUE_CHECK,
    owner,
    dueAt: after(now, LASTS_MS),
    expiresAt: after(now, 2 * LASTS_MS),
    payload: { worktree, turn: String(turn), plan: JSON.stringify(plan) },
  }
}

const after = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString()

/** Back from the row; empty for one of another turn. */
export function readDueChecks({ payload }: DueRow, turn: number): LaterCheck[] {
  if (payload['turn'] !== String(turn)) return []
  return JSON.parse(payload['plan'] ?? '[]') as LaterCheck[]
}
