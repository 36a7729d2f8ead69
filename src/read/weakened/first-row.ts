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

/** Reason to push where the check was red: tests that were replaced count once their own names were. */
export const canPush = (kind: WeakenedKind): boolean => isFirstRow(kind) || kind === 'replaced'

/**
 * What is left out of a run and what stands in for something mostly has another reason: of the first
 * row once a check was red.
 */
export const needsRed = (kind: WeakenedKind): boolean => kind === 'excluded' || kind === 'stand_in'

/** Where a kind stands among all. */
export const rankOf = (kind: WeakenedKind): number => {
  const at = FIRST_ROW.indexOf(kind)
  return at === -1 ? FIRST_ROW.length : at
}
