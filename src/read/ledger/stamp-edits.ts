import type { Edit, Ledger } from '../../schema/evidence.js'
import { placeOf } from './order.js'

/** When a file of the change was last modified, in ms; null when the tree has no such change. */
export type ModifiedAt = (file: string) => number | null

/** Looking at a file costs little, and this many are enough to know that a check is old. */
const MAX_LOOKS = 40

/** Edits behind the first check get the time of their file: only theirs is asked for. */
export function stampEdits({ edits, commands }: Ledger, modifiedAt: ModifiedAt): Edit[] {
  const first = commands.find(({ endedAt }) => endedAt !== undefined)
  if (first === undefined) return edits
  const from = edits.length - MAX_LOOKS
  return edits.map((edit, index) =>
    index < from || edit.inert || placeOf(edit) < placeOf(first)
      ? edit
      : { ...edit, modifiedAt: toInstant(modifiedAt(edit.file)) },
  )
}

const toInstant = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString()
