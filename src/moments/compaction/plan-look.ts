import { COMPACTION_LOOK } from '../../guard/due.js'
import type { RecordOf, RecordWrite } from '../../schema/records.js'

const FIRST_MS = 3_000
const AGAIN_MS = 15_000
/** The first look, and up to five more while the session is busy. */
const MAX_LOOKS = 6
const LASTS_MS = 120_000

export interface LookInput {
  sessionId: string
  owner: RecordOf<'due'>['owner']
  /** ISO instant. */
  now: string
  /** Looks that were had already. */
  looks: number
}

/** The next look at a compacted session; null when there were enough. One per session at a time. */
export function planCompactionLook({
  sessionId,
  owner,
  now,
  looks,
}: LookInput): RecordWrite | null {
  if (looks >= MAX_LOOKS) return null
  const dueAt = Date.parse(now) + (looks === 0 ? FIRST_MS : AGAIN_MS)
  return {
    kind: 'due',
    record: {
      id: `${COMPACTION_LOOK}:${sessionId}`.slice(0, 256),
      sessionId,
      kind: COMPACTION_LOOK,
      owner,
      dueAt: new Date(dueAt).toISOString(),
      expiresAt: new Date(dueAt + LASTS_MS).toISOString(),
      payload: { looks: String(looks) },
    },
  }
}

/** How many looks came before this one; null when none is due. */
export function dueLook(due: readonly RecordOf<'due'>[]): number | null {
  const row = due.find(({ kind }) => kind === COMPACTION_LOOK)
  if (row === undefined) return null
  const looks = Number(row.payload['looks'])
  return Number.isSafeInteger(looks) && looks >= 0 ? looks : 0
}
