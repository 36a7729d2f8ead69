import type { CommandRun } from '../../schema/evidence.js'

/** The shell did not find it: then nothing was checked. */
export const isUnstarted = ({ exitCode }: CommandRun): boolean =>
  exitCode === 126 || exitCode === 127
