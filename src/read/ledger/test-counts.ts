import type { CommandRun } from '../../schema/evidence.js'

/** A run that may have been of tests and says no number of them. */
export const isUncounted = ({ kind, command, counts, gist }: CommandRun): boolean =>
  kind === 'test'
    ? counts === null || countsOther({ gist })
    : (kind === 'run' || kind === 'other') && TESTS.test(command) && !LISTS.test(command)

const TESTS = /test|spec|check|verify/i
/** It says which tests there are, and runs none. */
const LISTS = /\s--(?:collect-only|list(?:-?tests)?)\b/i

/** Its numbers are not of tests: Go sums up packages, and ctest programs. */
export const countsOther = ({ gist }: Pick<CommandRun, 'gist'>): boolean => COUNTS_OTHER.test(gist)

const COUNTS_OTHER = /^(?:ok|FAIL|PASS)\b|tests passed, \d+ tests? failed out of/
