import type { TestCounts } from '../../schema/evidence.js'

/** What a runner's output says of how it ended. */
export interface TestOutput {
  runner: string
  counts: TestCounts
  /** Names of failing tests, at most five. */
  failing: string[]
  /** The line that sums it up. */
  gist: string
}

/** One runner's way of summing up; null when the text is not its own. */
export interface RunnerPattern {
  runner: string
  read(text: string): { counts: TestCounts; gist: string } | null
  /** Finds names of failing tests; the first group is the name. */
  failing?: RegExp
  /** Finds them where those lines, or the sum, were cut off: in lines that are like no others. */
  cut?: RegExp
}

/** Counts by words: `2 failed | 94 passed`, in any order. */
export function countsIn(
  text: string,
  words: Readonly<Record<keyof TestCounts, string>>,
): TestCounts {
  const { passed, failed, skipped } = words
  const counted = new RegExp(
    `(\\d+)\\s+(?:tests?\\s+)?(?:(${passed})|(${failed})|(?:${skipped}))\\b`,
    'gi',
  )
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const [, count, isPassed, isFailed] of text.matchAll(counted)) {
    const kind = isPassed !== undefined ? 'passed' : isFailed !== undefined ? 'failed' : 'skipped'
    counts[kind] += Number(count)
  }
  return counts
}

export const addCounts = (all: readonly TestCounts[]): TestCounts =>
  all.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
