import type { WeakenedKind } from '../../schema/weakened-check.js'

/** The sharpest first. */
const FIRST_ROW: readonly WeakenedKind[] = [
  'command',
  'deleted',
  'skipped',
  'emptied',
  'focused',
  'excluded',
  'threshold',
  'stand_in',
]

/** Of the first row: a check that no longer checks. */
export const isFirstRow = (kind: WeakenedKind): boolean => FIRST_ROW.includes(kind)

/** Where a kind stands among all. */
export const rankOf = (kind: WeakenedKind): number => {
  const at = FIRST_ROW.indexOf(kind)
  return at === -1 ? FIRST_ROW.length : at
}
