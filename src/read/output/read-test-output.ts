import { stripVTControlCharacters } from 'node:util'
import { RUNNERS, RUNNERS_OF } from '../../data/runners.js'
import type { Runner } from '../../data/runners.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { evenText } from '../../safety/even-text.js'
import type { TestCounts } from '../../schema/evidence.js'
import { lineNumber, squeeze } from './squeezed.js'
import { TestNames } from './test-names.js'

/** What a runner's output says of how it ended. */
export interface TestOutput {
  runner: string
  counts: TestCounts
  /** Names of failing tests, at most five, in one spelling: `file › outer › inner`. */
  failing: string[]
  /** The line that sums it up. */
  gist: string
}

/**
 * What a test runner printed, whichever it was, or one of those of the program; null when no summary of theirs is
 * in the text.
 */
export function readTestOutput(output: string, program = ''): TestOutput | null {
  if (!HINT.test(output.slice(-HINT_CHARS))) return null
  const text = plain(output)
  const even = squeeze(text).text
  for (const { runner, read } of runnersIn(even, program)) {
    const found = read(even)
    if (found === null) continue
    const { passed, failed, skipped } = found.counts
    if (passed + failed + skipped === 0) continue
    const failing = failed === 0 ? [] : namesIn(text)
    return { runner, counts: found.counts, failing, gist: oneLineSafely(found.gist, 160) }
  }
  return null
}

/** Each line that is a runner's sum, or a part of one, by its number. */
export function sumLines(output: string, program: string): { line: number; isRed: boolean }[] {
  if (!HINT.test(output.slice(-HINT_CHARS))) return []
  const { text } = squeeze(output)
  const found = new Map<number, boolean>()
  for (const { forms, read } of runnersIn(text, program))
    for (const hit of forms.flatMap((form) => [...text.matchAll(form.pattern())])) {
      const { passed, failed = passed === undefined ? undefined : 0 } =
        read(hit[0])?.counts ?? hit.groups ?? {}
      const line = lineNumber(text, hit.index + hit[0].length)
      if (failed !== undefined && !found.has(line)) found.set(line, Number(failed) > 0)
    }
  return [...found].map(([line, isRed]) => ({ line, isRed }))
}

/** Runners of which a sum may be in the text. */
function runnersIn(text: string, program: string): readonly Runner[] {
  const own = RUNNERS_OF.get(program)
  const lower = text.toLowerCase()
  return RUNNERS.filter(
    ({ runner, forms }) =>
      own?.includes(runner) !== false && forms.some(({ sign }) => lower.includes(sign)),
  )
}

/** Names of failing tests, also in an output without a sum: its end was cut off, or only its start was shown. */
export const readFailingNames = (output: string): string[] =>
  FAILURE.test(output) ? namesIn(plain(output)) : []

/** No runner sums up without one of these; most outputs are passed over by them. */
const HINT =
  /[Pp]ass|[Ff]ail|PASS|FAIL|SUCCESS|[Tt]est|scenario|assertions|^(?:ok|not ok|OK)\b|examples?,|\bruns,|skipped in /m
const HINT_CHARS = 4_000
const FAILURE = /FAIL|[Ff]ail|Error|●|›|✘|✗|✖|not ok|_{4}/
const MAX_LINES = 4_000
const MAX_LINE = 600

const plain = (output: string): string =>
  evenText(stripVTControlCharacters(output).replaceAll('\r\n', '\n'))

function namesIn(text: string): string[] {
  const lines = text.split('\n', MAX_LINES)
  const names = new TestNames()
  for (const [index, line] of lines.entries())
    names.read(line.slice(0, MAX_LINE).trimEnd(), lines[index + 1] ?? '')
  return names.all()
}
