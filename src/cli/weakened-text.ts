import { quoteFact } from '../safety/fence.js'
import type { WeakenedCheck } from '../schema/weakened-check.js'

/** Checks that a change made weaker, a line each: a reason to review. */
export const weakenedText = (checks: readonly WeakenedCheck[]): string[] =>
  checks.map((check) => `  weakened ${check.kind} ${describeWeakened(check)} [hash ${check.hash}]`)

/** What it is, where, and what is known of why. */
export function describeWeakened({ file, names, detail, ...known }: WeakenedCheck): string {
  const about = names.length === 0 ? '' : ` (${names.join(', ')})`
  const standing = [
    known.red ? 'was red' : 'was not red',
    known.asked ? 'asked for' : 'not asked for',
    known.disclosed ? 'told' : 'not told',
  ].join(', ')
  return quoteFact(`${file}${about}: ${detail}; ${standing}`)
}
