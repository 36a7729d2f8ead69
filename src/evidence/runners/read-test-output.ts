import { oneLineSafely } from '../../safety/clip-safely.js'
import { evenText } from '../../safety/even-text.js'
import { stripVTControlCharacters } from 'node:util'
import { otherRunners } from './other-runners.js'
import { scriptRunners } from './script-runners.js'
import type { RunnerPattern, TestOutput } from './test-output.js'

const RUNNERS = [...scriptRunners, ...otherRunners]
const MAX_NAMES = 5

/** What a test runner printed, whichever it was; null when no runner's summary is in the text. */
export function readTestOutput(output: string): TestOutput | null {
  if (!HINT.test(output.slice(-HINT_CHARS))) return null
  const text = evenText(stripVTControlCharacters(output).replaceAll('\r\n', '\n'))
  for (const pattern of RUNNERS) {
    const found = pattern.read(text)
    if (found === null) continue
    const { passed, failed, skipped } = found.counts
    if (passed + failed + skipped === 0) continue
    return {
      runner: pattern.runner,
      counts: found.counts,
      failing: failed === 0 ? [] : failingNames(text, pattern),
      gist: oneLineSafely(found.gist, 160),
    }
  }
  return null
}

/** Names of failing tests in an output without a sum: its end was cut off, or only its start was shown. */
export function readFailingNames(output: string): string[] {
  if (!FAILURE.test(output)) return []
  const text = evenText(stripVTControlCharacters(output).replaceAll('\r\n', '\n'))
  for (const { failing, cut, runner } of RUNNERS) {
    const own = TELLING.has(runner) ? namesBy(text, failing) : []
    const names = own.length > 0 ? own : namesBy(text, cut)
    if (names.length > 0) return names
  }
  return []
}

const FAILURE = /FAIL|[Ff]ail|Error|●|›|✘|_{4}/
/** Their lines of a failing test are like no others. */
const TELLING: ReadonlySet<string> = new Set(
  'pytest cargo go googletest gradle rspec minitest phpunit xctest swift-testing scalatest dart playwright'.split(
    ' ',
  ),
)

/** No runner sums up without one of these; most outputs are passed over by them. */
const HINT = /[Pp]ass|[Ff]ail|PASS|FAIL|[Tt]est|^(?:ok|not ok|OK)\b|examples?,|\bruns,/m
const HINT_CHARS = 4_000

function failingNames(text: string, { failing, cut }: RunnerPattern): string[] {
  const names = namesBy(text, failing)
  return names.length > 0 ? names : namesBy(text, cut)
}

function namesBy(text: string, pattern: RegExp | undefined): string[] {
  if (pattern === undefined) return []
  const names = new Set<string>()
  for (const [, name] of text.matchAll(pattern)) {
    names.add(oneLineSafely(name!, 100))
    if (names.size === MAX_NAMES) break
  }
  return [...names]
}
