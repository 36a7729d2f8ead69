import { NO_SERVICE } from '../../data/tools.js'
import type { CommandRun } from '../../schema/evidence.js'

/** The shell did not find it, or what it works with is not there: then nothing was checked. */
export const isUnstarted = ({ exitCode, counts, gist }: CommandRun): boolean =>
  exitCode === 126 || exitCode === 127 || (counts === null && NO_SERVICE.test(gist))
