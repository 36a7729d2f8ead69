import type { CommandRun } from '../../schema/evidence.js'

/** A run in words that can be quoted. */
export function sayRun({ command, result, gist, counts, exitCode, step }: CommandRun): string {
  const how =
    counts !== null
      ? `${counts.failed} failed, ${counts.passed} passed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`
      : gist !== ''
        ? gist
        : exitCode === null
          ? result
          : `exit code ${exitCode}`
  return `${command} (step ${step}): ${how}`
}
