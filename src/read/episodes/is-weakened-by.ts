import type { LedgerEpisode } from '../../schema/evidence.js'
import type { WeakenedCheck } from '../../schema/weakened-check.js'
import { canPush } from '../weakened/first-row.js'

/**
 * Whether a check turned green because it no longer checks: the change that made it green weakened it,
 * or its very test is gone. What a human asked for is the work itself.
 */
export const isWeakenedBy = (
  weakened: readonly WeakenedCheck[],
  { tests, resolvedBy }: Pick<LedgerEpisode, 'tests' | 'resolvedBy'>,
): boolean =>
  weakened.some(
    ({ kind, file, names, red, asked }) =>
      canPush(kind) &&
      red &&
      !asked &&
      ((resolvedBy?.files ?? []).includes(file) ||
        names.some((name) => tests.some((test) => test.includes(name)))),
  )
