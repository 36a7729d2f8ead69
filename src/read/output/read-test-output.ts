import { stripVTControlCharacters } from 'node:util'
import { RUNNERS, RUNNERS_OF } from '../../data/runners.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { evenText } from '../../safety/even-text.js'
import type { TestCounts } from '../../schema/evidence.js'
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
  const own = RUNNERS_OF.get(program)
  for (const { runner, signs, read } of RUNNERS) {
    if (own?.includes(runner) === false || !signs.some((sign) => text.includes(sign))) continue
    const found = read(text)
    if (found === null) continue
    const { passed, failed, skipped } = found.counts
    if (passed + failed + skipped === 0) continue
    const failing = failed === 0 ? [] : namesIn(text)
    return { runner, counts: found.counts, failing, gist: oneLineSafely(found.gist, 160) }
  }
  return null
}

/** What the last of several runs summed up: the shortest end of the text that is a runner's summary. */
export function readLastSummary(
  output: string,
  program: string,
): { found: TestOutput; before: string } | null {
  const lines = output.trimEnd().split('\n')
  for (let from = lines.length - 1; from >= Math.max(0, lines.length - MAX_SUMMARY); from -= 1) {
    const found = readTestOutput(lines.slice(from).join('\n'), program)
    if (found !== null)
      return { found, before: lines.slice(0, topOf(found, lines, from)).join('\n') }
  }
  return null
}

/** A summary has several lines: it reaches up to where another one would be counted with it. */
function topOf(found: TestOutput, lines: readonly string[], from: number): number {
  let top = from
  while (top > 0 && from - top < MAX_SUMMARY) {
    const more = readTestOutput(lines.slice(top - 1).join('\n'))
    if (JSON.stringify(more?.counts) !== JSON.stringify(found.counts)) break
    const above = readTestOutput(lines.slice(top - 1, from).join('\n'))
    if (above !== null && above.runner !== found.runner) break
    top -= 1
  }
  return top
}

/** Names of failing tests, also in an output without a sum: its end was cut off, or only its start was shown. */
export const readFailingNames = (output: string): string[] =>
  FAILURE.test(output) ? namesIn(plain(output)) : []

/** No runner sums up without one of these; most outputs are passed over by them. */
const HINT =
  /[Pp]ass|[Ff]ail|PASS|FAIL|SUCCESS|[Tt]est|scenario|assertions|^(?:ok|not ok|OK)\b|examples?,|\bruns,/m
const HINT_CHARS = 4_000
const FAILURE = /FAIL|[Ff]ail|Error|●|›|✘|✗|✖|not ok|_{4}/
const MAX_SUMMARY = 40
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
