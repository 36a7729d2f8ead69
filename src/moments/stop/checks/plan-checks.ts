import type { Check } from '../../../schema/check.js'
import { matchesGlob } from '../../../util/glob.js'

/** A check whose last run was no longer than this may hold the stop. */
export const HOLD_MS = 10_000
/** What all checks of a stop may take, second runs included. */
export const STOP_BUDGET_MS = 20_000

/** `hold`: run while the client waits. `background`: run later, and wake the session. `ask`: the agent runs it. */
export type Where = 'hold' | 'background' | 'ask'

export interface Plannable {
  check: Check
  /** null when it never came to an end. */
  lastMs: number | null
  /** The client would run it by itself. */
  permitted: boolean
}

/** Where each check runs, in the user's order. One whose time is not known yet is tried. */
export function planChecks<P extends Plannable>(
  checks: readonly P[],
  { canWake }: { canWake: boolean },
): { where: Where; item: P }[] {
  let leftMs = STOP_BUDGET_MS
  return checks.map((item) => {
    const where = whereOf(item, leftMs, canWake)
    // Room for a second run, should it be red.
    if (where === 'hold') leftMs -= 2 * (item.lastMs ?? HOLD_MS)
    return { where, item }
  })
}

function whereOf({ lastMs, permitted }: Plannable, leftMs: number, canWake: boolean): Where {
  if (!permitted) return 'ask'
  const fits = (lastMs ?? 0) <= HOLD_MS && (lastMs ?? HOLD_MS) <= leftMs
  if (fits) return 'hold'
  return canWake ? 'background' : 'ask'
}

/** The checks that a change is for. */
export const checksFor = (checks: readonly Check[], files: readonly string[]): Check[] =>
  files.length === 0
    ? []
    : checks.filter(
        ({ when }) =>
          when.length === 0 || files.some((file) => when.some((glob) => matchesGlob(file, glob))),
      )
