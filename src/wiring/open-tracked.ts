/** What may be repeated of a project: its tracked files, and the checks that a person added for it. */
import { hasChecks, readChecks } from '../config/checks-file.js'
import type { ChecksPlace } from '../config/checks-file.js'
import { openTrackedFiles } from '../read/repository/tracked-files.js'
import type { TrackedFiles } from '../read/repository/tracked-files.js'
import { checkLine } from '../util/command-line.js'

export const openTracked = (
  root: string,
  place: ChecksPlace,
  signal?: AbortSignal,
): TrackedFiles => ({
  ...openTrackedFiles(root, signal),
  // A file of checks that can't be used vouches for nothing; `reflect checks` says why.
  checks: async () => {
    const checks = hasChecks(place) ? await readChecks(place).catch(() => []) : []
    return new Set(checks.filter(({ state }) => state === 'accepted').map(checkLine))
  },
})
