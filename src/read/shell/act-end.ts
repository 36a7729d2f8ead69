import { COMMITTED, NOTHING_LEFT, PUSHED, PUSH_REFUSED } from '../../data/tools.js'
import type { CommandRun } from '../../schema/evidence.js'
import type { CommandResult } from './command-result.js'
import type { PartEnd } from './solve-line.js'

/** How a commit, a push or another act ended by its own words; null where the line says it. */
export function actEnd(
  key: string,
  end: PartEnd,
  { output }: CommandResult,
): CommandRun['result'] | null {
  if (IS_PUSH.test(key) && PUSH_REFUSED.test(output)) return 'failed'
  if (end === 'passed') return 'passed'
  if (showsDelivery(key, output)) return 'passed'
  if (end === 'unknown') return null
  return NOTHING_LEFT.test(output) ? 'unknown' : 'failed'
}

/** Git's own words that a commit was made, or that a push arrived, however the rest of the line ended. */
export const showsDelivery = (key: string, output: string): boolean =>
  (IS_COMMIT.test(key) && COMMITTED.test(output)) ||
  (IS_PUSH.test(key) && PUSHED.test(output) && !PUSH_REFUSED.test(output))

export const IS_PUSH = /^git (?:-\S+ )*push\b/
const IS_COMMIT = /^git (?:-\S+ )*commit\b/
