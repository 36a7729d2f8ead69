/**
 * How test runners print: their summaries, one row a runner, and their lines of a failing test. What is known of
 * a runner's output stands here and nowhere else.
 */
import type { TestCounts } from '../schema/evidence.js'
import { longPattern } from '../util/long-pattern.js'

/** One runner's way of summing up; null when the text is not its own. */
export interface Runner {
  runner: string
  read(text: string): { counts: TestCounts; gist: string } | null
}

const WORDS = { passed: 'passed', failed: 'failed', skipped: 'skipped' }
const SCRIPT_WORDS = { ...WORDS, skipped: 'skipped|todo' }

/** Programs whose tests are summed up by these runners alone. What is not here may run any. */
export const RUNNERS_OF: ReadonlyMap<string, readonly string[]> = new Map(
  'vitest jest mocha ava jasmine playwright pytest unittest cargo,nextest go rspec ctest phpunit'
    .split(' ')
    .map((names) => [names.split(',')[0]!, names.split(',')]),
)

/** The surest signature first. */
export const RUNNERS: readonly Runner[] = [
  {
    runner: 'vitest',
    read(text) {
      const lines = text.match(
        /^[ \t]*Tests[ \t]+(?:\d+ (?:failed|passed|skipped|todo)|no tests).*$/gm,
      )
      const files = text.match(/^[ \t]*Test Files[ \t]+.*$/gm)
      if (lines === null && files === null) return null
      const counts = addCounts((lines ?? []).map((line) => countsIn(line, SCRIPT_WORDS)))
      const failedFiles = countsIn((files ?? []).join('\n'), SCRIPT_WORDS).failed
      const [, errors = '0'] = /^[ \t]*Errors[ \t]+(\d+) errors?/m.exec(text) ?? []
      const failed = Math.max(counts.failed, failedFiles, Number(errors))
      return { counts: { ...counts, failed }, gist: (lines ?? files ?? []).at(-1)! }
    },
  },
  {
    runner: 'jest',
    read(text) {
      const lines = text.match(/^Tests:[ \t]+.*\d+ total.*$/gm)
      const suites = text.match(/^Test Suites:[ \t]+.*$/gm)
      if (lines === null) return null
      const counts = addCounts(lines.map((line) => countsIn(line, SCRIPT_WORDS)))
      const failedSuites = countsIn((suites ?? []).join('\n'), SCRIPT_WORDS).failed
      return {
        counts: { ...counts, failed: Math.max(counts.failed, failedSuites) },
        gist: lines.at(-1)!,
      }
    },
  },
  {
    runner: 'node:test',
    read(text) {
      const count = (word: string): number =>
        [...text.matchAll(new RegExp(`^(?:ℹ|#) ${word} (\\d+)$`, 'gm'))].reduce(
          (sum, [, number]) => sum + Number(number),
          0,
        )
      const gist = text.match(/^(?:ℹ|#) (?:fail|pass) \d+$/gm)
      if (gist === null || !/^(?:ℹ|#) tests \d+$/m.test(text)) return null
      const failed = count('fail') + count('cancelled')
      return {
        counts: { passed: count('pass'), failed, skipped: count('skipped') + count('todo') },
        gist: `${count('pass')} pass, ${failed} fail`,
      }
    },
  },
  {
    runner: 'mocha',
    // The titles of its suites stand above its own, which ends in a colon.
    read(text) {
      const lines = text.match(/^[ \t]*(?:✔ |✓ )?\d+ (?:passing|failing|pending)\b.*$/gm)
      if (lines === null || !/\bpassing\b|\bfailing\b/.test(lines.join(' '))) return null
      const words = { passed: 'passing', failed: 'failing', skipped: 'pending' }
      return {
        counts: countsIn(lines.join('\n'), words),
        gist: lines.map((line) => line.trim()).join(', '),
      }
    },
  },
  {
    runner: 'deno',
    read(text) {
      const lines = text.match(/^(?:ok|FAILED) \| \d+ passed.*$/gm)
      if (lines === null) return null
      const words = { ...SCRIPT_WORDS, skipped: 'ignored' }
      return { counts: addCounts(lines.map((line) => countsIn(line, words))), gist: lines.at(-1)! }
    },
  },
  {
    runner: 'bun',
    read(text) {
      const lines = text.match(/^[ \t]*\d+ (?:pass|fail|skip)$/gm)
      if (lines === null || !/^Ran \d+ tests? across/m.test(text)) return null
      const words = { passed: 'pass', failed: 'fail', skipped: 'skip' }
      return {
        counts: countsIn(lines.join('\n'), words),
        gist: lines.map((line) => line.trim()).join(', '),
      }
    },
  },
  {
    runner: 'playwright',
    read(text) {
      const lines = text.match(
        /^[ \t]{2}\d+ (?:passed|failed|skipped|flaky|interrupted|did not run)\b.*$/gm,
      )
      if (
        lines === null ||
        !/^[ \t]*Running \d+ tests? using \d+ workers?|^[ \t]{2}\d+ passed \([\d.]+m?s\)/m.test(
          text,
        )
      )
        return null
      const words = {
        passed: 'passed|flaky',
        failed: 'failed|interrupted',
        skipped: 'skipped|did not run',
      }
      return {
        counts: countsIn(lines.join('\n'), words),
        gist: lines.map((line) => line.trim()).join(', '),
      }
    },
  },
  {
    runner: 'ava',
    read(text) {
      const lines = text.match(/^[ \t]*\d+ tests? (?:passed|failed|skipped)$/gm)
      if (lines === null) return null
      return {
        counts: countsIn(lines.join('\n'), SCRIPT_WORDS),
        gist: lines.map((line) => line.trim()).join(', '),
      }
    },
  },
  {
    runner: 'jasmine',
    read(text) {
      const [line, specs, red, pending = '0'] =
        /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?$/m.exec(text) ?? []
      if (line === undefined) return null
      const [failed, skipped] = [Number(red), Number(pending)]
      const passed = Math.max(0, Number(specs) - failed - skipped)
      return { counts: { passed, failed, skipped }, gist: line }
    },
  },
  {
    runner: 'pytest',
    read(text) {
      const lines = text.match(
        /^(?:=+ )?(?:\d+ (?:passed|failed|skipped|errors?|xfailed|xpassed|deselected|warnings?|rerun)(?:, )?)+ in [\d.]+ ?s.*$/gm,
      )
      if (lines === null) return null
      const words = {
        passed: 'passed|xpassed',
        failed: 'failed|errors?',
        skipped: 'skipped|xfailed',
      }
      return {
        counts: addCounts(lines.map((line) => countsIn(line, words))),
        gist: trimBars(lines.at(-1)!),
      }
    },
  },
  {
    runner: 'unittest',
    read(text) {
      const ran = [
        ...text.matchAll(
          /^Ran (\d+) tests? in [\d.]+s\s+^(OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/gm,
        ),
      ]
      if (ran.length === 0) return null
      const counts = ran.map(([, total, , rest = '']): TestCounts => {
        const number = (word: string): number =>
          Number(new RegExp(`(?<!expected )${word}=(\\d+)`).exec(rest)?.[1] ?? 0)
        const failed = number('failures') + number('errors')
        const skipped = number('skipped')
        return { failed, skipped, passed: Math.max(0, Number(total) - failed - skipped) }
      })
      return { counts: addCounts(counts), gist: ran.at(-1)![0].replace(/\s+/g, ' ') }
    },
  },
  {
    runner: 'cargo',
    read(text) {
      const lines = text.match(/^test result: .*$/gm)
      if (lines === null) return null
      const words = { ...WORDS, skipped: 'ignored' }
      const counts = addCounts(lines.map((line) => countsIn(line, words)))
      return { counts, gist: lines.find((line) => line.includes('FAILED')) ?? lines.at(-1)! }
    },
  },
  {
    runner: 'nextest',
    read(text) {
      const [line] = /^\s+Summary \[.*?\] +\d+(?:\/\d+)? tests? run: .*$/m.exec(text) ?? []
      return line === undefined ? null : { counts: countsIn(line, WORDS), gist: line.trim() }
    },
  },
  {
    runner: 'go',
    read(text) {
      const tests = [...text.matchAll(/^--- (PASS|FAIL|SKIP): /gm)].map(([, end]) => end)
      const packages = [
        ...text.matchAll(
          /^(ok|FAIL)[ \t]+\S+[ \t]+(?:[\d.]+s|\(cached\)|\[.*\])(?!.*\[no tests to run\])/gm,
        ),
      ]
      if (packages.length === 0 && !(tests.length > 0 && /^(PASS|FAIL|ok)\b/m.test(text)))
        return null
      const states = packages.map(([, state]) => state)
      // Without -v only failing tests are named, and passed packages are what is counted.
      const passed = countOf(tests, 'PASS') > 0 ? countOf(tests, 'PASS') : countOf(states, 'ok')
      const failed = Math.max(countOf(tests, 'FAIL'), countOf(states, 'FAIL'))
      const gist =
        packages.find(([, state]) => state === 'FAIL')?.[0] ?? packages.at(-1)?.[0] ?? 'PASS'
      return {
        counts: { passed, failed, skipped: countOf(tests, 'SKIP') },
        gist: gist.replace(/\s+/g, ' '),
      }
    },
  },
  {
    runner: 'surefire',
    read(text) {
      const all = [
        ...text.matchAll(
          /Tests run: (\d+), +Failures: (\d+)(?:, +Errors: (\d+))?(?:, +Skipped: (\d+))?(.*)$/gm,
        ),
      ]
      if (all.length === 0) return null
      // Each class has a line with its time; the sums at the end have none.
      const sums = all.filter((hit) => !/Time elapsed|-- in |- in /.test(hit[5] ?? ''))
      const used = sums.length > 0 ? sums : all
      return { counts: addCounts(used.map(surefireCounts)), gist: used.at(-1)![0] }
    },
  },
  {
    runner: 'junit-console',
    read(text) {
      const number = (word: string): number | null => {
        const [, count] = new RegExp(`^\\[ +(\\d+) tests ${word} +\\]$`, 'm').exec(text) ?? []
        return count === undefined ? null : Number(count)
      }
      const passed = number('successful')
      if (passed === null) return null
      const failed = number('failed') ?? 0
      const skipped = (number('skipped') ?? 0) + (number('aborted') ?? 0)
      return {
        counts: { passed, failed, skipped },
        gist: `${passed} tests successful, ${failed} tests failed`,
      }
    },
  },
  {
    runner: 'gradle',
    read(text) {
      const [line, total, failed = '0', skipped = '0'] =
        /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/m.exec(text) ?? []
      if (line === undefined) return null
      const passed = Math.max(0, Number(total) - Number(failed) - Number(skipped))
      return { counts: { passed, failed: Number(failed), skipped: Number(skipped) }, gist: line }
    },
  },
  {
    runner: 'dotnet',
    read(text) {
      const lines = [
        ...text.matchAll(
          /^(?:Passed|Failed|Skipped)!\s+- Failed:\s+(\d+), Passed:\s+(\d+), Skipped:\s+(\d+).*$/gm,
        ),
      ]
      if (lines.length === 0) return null
      const counts = lines.map(([, failed, passed, skipped]) => ({
        failed: Number(failed),
        passed: Number(passed),
        skipped: Number(skipped),
      }))
      return { counts: addCounts(counts), gist: lines.at(-1)![0].replace(/\s+/g, ' ') }
    },
  },
  {
    runner: 'rspec',
    read(text) {
      const [line] = /^\d+ examples?, \d+ failures?.*$/m.exec(text) ?? []
      return line === undefined
        ? null
        : { counts: fromTotal(line, 'examples?', 'pending'), gist: line }
    },
  },
  {
    runner: 'minitest',
    // A spec's titles have spaces: "Stock::take#test_0001_never goes below zero [spec/a.rb:5]:".
    read(text) {
      const [line] =
        /^\d+ (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors.*$/m.exec(text) ?? []
      return line === undefined
        ? null
        : { counts: fromTotal(line, 'runs|tests', 'skips'), gist: line }
    },
  },
  {
    runner: 'phpunit',
    read(text) {
      const [ok, tests] = /^OK \((\d+) tests?, \d+ assertions?\)/m.exec(text) ?? []
      if (ok !== undefined)
        return { counts: { passed: Number(tests), failed: 0, skipped: 0 }, gist: ok }
      const [line] = /^Tests: \d+, Assertions: \d+.*$/m.exec(text) ?? []
      if (line === undefined) return null
      const number = (word: string): number =>
        Number(new RegExp(`${word}: (\\d+)`).exec(line)?.[1] ?? 0)
      const failed = number('Failures') + number('Errors')
      const skipped = number('Skipped') + number('Incomplete')
      return {
        counts: { failed, skipped, passed: Math.max(0, number('Tests') - failed - skipped) },
        gist: line,
      }
    },
  },
  {
    runner: 'junit-text',
    read(text) {
      const [line, tests] = /^OK \((\d+) tests?\)$/m.exec(text) ?? []
      return line === undefined
        ? null
        : { counts: { passed: Number(tests), failed: 0, skipped: 0 }, gist: line }
    },
  },
  {
    runner: 'googletest',
    read(text) {
      const [line, passed] = /^\[ {2}PASSED {2}\] (\d+) tests?\.$/m.exec(text) ?? []
      if (line === undefined) return null
      const [, failed = '0'] = /^\[ {2}FAILED {2}\] (\d+) tests?, listed below/m.exec(text) ?? []
      return {
        counts: { passed: Number(passed), failed: Number(failed), skipped: 0 },
        gist: `${passed} passed, ${failed} failed`,
      }
    },
  },
  {
    runner: 'ctest',
    read(text) {
      const [line, failed, total] =
        /^\d+% tests passed, (\d+) tests? failed out of (\d+)/m.exec(text) ?? []
      if (line === undefined) return null
      return {
        counts: { passed: Number(total) - Number(failed), failed: Number(failed), skipped: 0 },
        gist: line,
      }
    },
  },
  {
    runner: 'xctest',
    read(text) {
      const lines = [
        ...text.matchAll(
          /^\s*Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures?.*$/gm,
        ),
      ]
      const last = lines.at(-1)
      if (last === undefined) return null
      const [total, skipped, failed] = [last[1], last[2] ?? 0, last[3]].map(Number) as [
        number,
        number,
        number,
      ]
      return {
        counts: { passed: Math.max(0, total - failed - skipped), failed, skipped },
        gist: last[0].trim(),
      }
    },
  },
  {
    // Bats sums up in the same words.
    runner: 'exunit',
    read(text) {
      const [line] = /^\d+ (?:tests?|doctests?, \d+ tests?), \d+ failures?.*$/m.exec(text) ?? []
      return line === undefined
        ? null
        : { counts: fromTotal(line, 'tests?', 'skipped'), gist: line }
    },
  },
  {
    runner: 'bazel',
    read(text) {
      const [line, ended] = /^Executed \d+ out of \d+ tests?: (.*)$/m.exec(text) ?? []
      if (line === undefined) return null
      const passed = sumOf(ended!, /(\d+) tests? pass(?:es)?\b/g)
      const failed = sumOf(ended!, /(\d+) fails?\b/g)
      return { counts: { passed, failed, skipped: 0 }, gist: line }
    },
  },
  {
    runner: 'meson',
    read(text) {
      const number = (word: string): number | null => {
        const [, count] = new RegExp(`^${word}:[ \\t]+(\\d+)[ \\t]*$`, 'm').exec(text) ?? []
        return count === undefined ? null : Number(count)
      }
      const [passed, fails] = [number('Ok'), number('Fail')]
      if (passed === null || fails === null) return null
      const failed = fails + (number('Timeout') ?? 0)
      const skipped = number('Skipped') ?? 0
      return { counts: { passed, failed, skipped }, gist: `Ok: ${passed}, Fail: ${failed}` }
    },
  },
  {
    runner: 'swift-testing',
    read(text) {
      const [line, total, end, issues = '0'] =
        /^[^\w\n]*Test run with (\d+) tests?(?: in \d+ suites?)? (passed|failed) after .*?(?:with (\d+) issues?.*)?$/m.exec(
          text,
        ) ?? []
      if (line === undefined) return null
      const failed = end === 'failed' ? Math.max(1, Math.min(Number(issues), Number(total))) : 0
      return {
        counts: { passed: Math.max(0, Number(total) - failed), failed, skipped: 0 },
        gist: line.trim(),
      }
    },
  },
  {
    // Catch2 and doctest.
    runner: 'catch2',
    read(text) {
      const [line] = /^(?:\[doctest\] )?test cases:\s+\d+ \|.*$/m.exec(text) ?? []
      if (line !== undefined) return { counts: countsIn(line, WORDS), gist: line }
      const [all, cases] = /^All tests passed \(.*?\b(\d+) test cases?\)$/m.exec(text) ?? []
      return all === undefined
        ? null
        : { counts: { passed: Number(cases), failed: 0, skipped: 0 }, gist: all }
    },
  },
  {
    runner: 'scalatest',
    read(text) {
      const [line, passed, failed, ignored] =
        /^(?:\[info\] )?Tests: succeeded (\d+), failed (\d+), canceled \d+, ignored (\d+).*$/m.exec(
          text,
        ) ?? []
      if (line === undefined) return null
      const [p, f, s] = [passed, failed, ignored].map(Number) as [number, number, number]
      return { counts: { passed: p, failed: f, skipped: s }, gist: line }
    },
  },
  {
    runner: 'dart',
    read(text) {
      const line = text.match(/^\d\d:\d\d \+\d+(?: ~\d+)?(?: -\d+)?: .*$/gm)?.at(-1)
      const [, passed, skipped = '0', failed = '0'] =
        /\+(\d+)(?: ~(\d+))?(?: -(\d+))?:/.exec(line ?? '') ?? []
      if (line === undefined || passed === undefined) return null
      const counts = [passed, failed, skipped].map(Number) as [number, number, number]
      return { counts: { passed: counts[0], failed: counts[1], skipped: counts[2] }, gist: line }
    },
  },
  {
    // busted, eunit, testthat: each has one line with all its numbers.
    runner: 'one-line',
    read(text) {
      const [line] = SMALL_SUMMARY.exec(text) ?? []
      if (line === undefined) return null
      const number = (words: string): number =>
        sumOf(line, new RegExp(`(?:\\b(?:${words}):? (\\d+)|(\\d+) (?:${words})\\b)`, 'gi'))
      return {
        counts: {
          passed: number('success|successes|passed|pass'),
          failed: number('failures?|errors?|failed|fail'),
          skipped: number('pending|skipped|skip'),
        },
        gist: line.trim(),
      }
    },
  },
  {
    // tasty, zig, eunit, alcotest.
    runner: 'all-or-some',
    read(text) {
      const [green, all] = /^\s*All (\d+) tests passed(?:\.| \([\d.]+s\))$/m.exec(text) ?? []
      if (green !== undefined)
        return { counts: { passed: Number(all), failed: 0, skipped: 0 }, gist: green.trim() }
      const [red, failed, total] =
        /^\s*(\d+) out of (\d+) tests failed(?:\.| \([\d.]+s\))$/m.exec(text) ?? []
      if (red === undefined) return null
      const passed = Number(total) - Number(failed)
      return { counts: { passed, failed: Number(failed), skipped: 0 }, gist: red.trim() }
    },
  },
  {
    runner: 'tap',
    read(text) {
      const points = [...text.matchAll(/^(ok|not ok) \d+\b(.*)$/gm)]
      if (points.length === 0 || !/^(?:TAP version \d+|1\.\.\d+)/m.test(text)) return null
      const counts = { passed: 0, failed: 0, skipped: 0 }
      for (const [, state, rest = ''] of points) {
        if (/# (skip|todo)/i.test(rest)) counts.skipped += 1
        else if (state === 'ok') counts.passed += 1
        else counts.failed += 1
      }
      return { counts, gist: `${counts.passed} ok, ${counts.failed} not ok` }
    },
  },
]

const trimBars = (line: string): string => line.replace(/^=+ | =+$/g, '')

/** What a pattern's groups count, all together. */
const SMALL_SUMMARY = longPattern('m')`
    ^(?:\d+ successes / \d+ failures? / .*|\s*Failed: \d+\.\s+Skipped: \d+\.\s+Passed: \d+\.?.*
    |\[ FAIL \d+ \| WARN \d+ \| SKIP \d+ \| PASS \d+ \])$`

const sumOf = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((sum, hit) => sum + Number(hit[1] ?? hit[2]), 0)

/** `12 examples, 1 failure, 2 pending`: what is left of the total has passed. */
function fromTotal(line: string, total: string, skipped: string): TestCounts {
  const number = (word: string): number =>
    Number(new RegExp(`(\\d+) (?:${word})\\b`).exec(line)?.[1] ?? 0)
  const failed = number('failures?') + number('errors?')
  const left = number(skipped)
  return { failed, skipped: left, passed: Math.max(0, number(total) - failed - left) }
}

function surefireCounts(hit: RegExpMatchArray): TestCounts {
  const [total, failures, errors, skipped] = [hit[1], hit[2], hit[3] ?? 0, hit[4] ?? 0].map(
    Number,
  ) as [number, number, number, number]
  const failed = failures + errors
  return { failed, skipped, passed: Math.max(0, total - failed - skipped) }
}

const countOf = (ends: readonly (string | undefined)[], end: string): number =>
  ends.filter((one) => one === end).length

/** Counts by words: `2 failed | 94 passed`, in any order. */
function countsIn(text: string, words: Readonly<Record<keyof TestCounts, string>>): TestCounts {
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

const addCounts = (all: readonly TestCounts[]): TestCounts =>
  all.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** What a line of a failing test names: the test, a test that is named for sure, or the file that follows. */
type NamedLine = string | { sure: string } | { file: string } | null

/** `sign` stands in every line of the form; it is looked for first, since a line is of few forms. */
export interface NameForm {
  sign: string
  form: RegExp
  take(match: RegExpExecArray, at: { file: string | null; next: string }): NamedLine
}

const titles = (text: string, by: string): string => text.split(by).join(' › ')
const bareFile = (file: string): string => (file.startsWith('./') ? file.slice(2) : file)
const inFile = (file: string, name: string): NamedLine => ({ sure: `${bareFile(file)} › ${name}` })

/** A line that is the test's name, for sure; `by` is what its titles are joined with. */
const named = (sign: string, form: RegExp, by = ' › '): NameForm => ({
  sign,
  form,
  take: ([, name]) => ({ sure: titles(name!, by) }),
})
/** A line that other tools print in the same form. */
const maybe = (sign: string, form: RegExp): NameForm => ({ sign, form, take: ([, name]) => name! })

/** Lines of failing tests; the first form that fits says what is named. */
export const NAME_FORMS: readonly NameForm[] = [
  // vitest
  {
    sign: 'FAIL',
    form: /^\s*FAIL\s+(?:\|[^|]+\|\s+)?(\S+\.\w+) > (.+)$/,
    take: ([, file, name]) => inFile(file!, titles(name!, ' > ')),
  },
  {
    sign: 'FAIL',
    form: /^\s*FAIL\s+(?:\|[^|]+\|\s+)?(\S+\.\w+) \[ \S+ \]$/,
    take: ([, file]) => ({ sure: bareFile(file!) }),
  },
  maybe('×', /^\s{2,}×\s+(?!.*\bproblems? \(|[\w@/-]+\([\w@/-]+\): )(\S.*?)(?:\s+\d+ms)?$/),
  // jest
  {
    sign: 'FAIL ',
    form: /^FAIL (\S+\.\w+)(?: \(.*\))?$/,
    take: ([, file]) => ({ file: bareFile(file!) }),
  },
  {
    sign: '●',
    form: /^[ \t]{1,4}● (?!Console$|(?:Validation|Deprecation) |process\.exit|Cannot log)(\S.*)$/,
    take: ([, name], { file }) => {
      if (name !== 'Test suite failed to run')
        return file === null ? { sure: name! } : inFile(file, name!)
      return file === null ? null : { sure: file }
    },
  },
  // pytest
  {
    sign: '.py',
    form: /^(?:FAILED|ERROR) (\S+?\.py)(?:::(\S.*?))?(?: - .*)?$/,
    take: ([, file, name]) =>
      name === undefined ? { sure: file! } : inFile(file!, titles(name, '::')),
  },
  maybe('____ ', /^_{4,40} (?:ERROR at \w+ of )?(\S+) _{4,40}$/),
  // unittest
  {
    sign: ' (',
    form: /^(?:FAIL|ERROR): (\w+) \(([\w.]+)\)$/,
    take: ([, name, where]) => {
      const [module, ...parts] = where!.split('.').filter((part) => part !== name)
      return { sure: [`${module}.py`, ...parts, name].join(' › ') }
    },
  },
  // cargo, nextest
  named('FAILED', /^test (\S+) \.\.\. FAILED$/, '::'),
  named('FAIL [', /^\s+FAIL \[.*?\] +(?:\(.*?\) )?\S+ (\S+)$/, '::'),
  // go
  named('--- FAIL: ', /^\s*--- FAIL: (\S+)/, '/'),
  // rspec
  {
    sign: 'rspec ',
    form: /^rspec (\S+?):\d+ # (.+)$/,
    take: ([, file, name]) => inFile(file!, name!),
  },
  {
    sign: ') ',
    form: /^ {2}\d+\) (\S.*)$/,
    take: ([, name], { next }) =>
      /^ {5,}(?:Failure\/Error:|Got \d+ failures)/.test(next) ? name! : null,
  },
  // phpunit
  named('::', /^\d+\) (\w+(?:\\\w+)*::\w+(?: with data set .+)?)/, '::'),
  // jasmine
  {
    sign: ') ',
    form: /^\d+\) (.+)$/,
    take: ([, name], { next }) => (/^\s+Message:$/.test(next) ? { sure: name! } : null),
  },
  // ava
  named(
    '✘ [',
    /^\s+✘ \[fail\]: (.+?)(?: Error thrown in test| Rejected promise returned by test)?$/,
  ),
  // deno, bun, playwright
  named('FAILED', /^(\S.*) => .*FAILED$/),
  named('(fail)', /^\(fail\) (.+?)(?: \[[\d.]+ms\])?$/, ' > '),
  named(' › ', /^\s+\d+\) (.+? › .+?)[ ─]*$/),
  // surefire, the console of JUnit, gradle, dotnet
  named('[ERROR]', /^\[ERROR\]\s+(?:Failures: |Errors: )?([\w$]+(?:\.[\w$]+)+):\d+\b/, '.'),
  named('methodName', /MethodSource \[className = '.*', methodName = '(\w+)'/),
  named('FAILED', /^(\w\S* > .+) FAILED$/, ' > '),
  named('Failed ', /^\s+Failed\s+(\S.*?)(?: \[.*\])$/),
  // googletest, ctest, minitest
  named(' FAILED ', /^\[ {2}FAILED {2}\] (\w+\.\w+)/, '.'),
  named('(Failed)', /^\s+\d+ - (\S+) \(Failed\)/),
  named('(Timeout)', /^\s+\d+ - (\S+) \(Timeout\)/),
  named('#', /^\s*(?:Failure|Error):\s+(\w+#\w+)/, '#'),
  named('#', /^([A-Z][^#[]{0,160}#[a-z][^[]*) \[\S+:\d+\]:?$/, '#'),
  named('#', /^([A-Z][\w:]{0,100}#test_\w+):$/, '#'),
  named('Failure: ', /^Failure: (\w+\([A-Z][\w:]*\))/),
  // XCTest, Swift, ExUnit, bats, bazel, meson, ScalaTest, dart
  named("' failed", /^Test Case '(.+?)' failed/),
  named('✘ Test ', /^✘ Test (\S.*?) (?:recorded an issue|failed after)/u),
  named(') test ', /^\s+\d+\) test (.+)$/),
  named(' ✗ ', /^ ✗ (.+)$/),
  named('//', /^(\/\/\S+)\s+(?:\(\d+\/\d+\) )?(?:FAILED|TIMEOUT)\b/),
  named('/', /^\s*\d+\/\d+ (\S.*?)\s+(?:FAIL|TIMEOUT|ERROR)\b/),
  named('*** FAILED', /^\[(?:info|error)\] - (.+?) \*\*\* FAILED \*\*\*/),
  named('[E]', /^\d\d:\d\d \+\d+(?: ~\d+)? -\d+: (.+?) \[E\]$/),
]

/** Where a runner's summary was cut off, these of its last words say that something failed. */
export const CUT_OFF = longPattern('m')`
    ^(?:FAIL|[ \t]*FAIL[ \t]+\S+\.\w+(?:[ \t].*)?|FAILED|FAILURES!|Result: FAIL|FAILED \(\w+=\d+.*|FAILED \S+::.*|--- FAIL: .*
    |[ℹ#] (?:fail|cancelled) [1-9]\d*|.*There were failing tests.*|[ \t]*[1-9]\d* fail(?:ed|ing)?
    |\[ +[1-9]\d* tests failed +\]|Test Suites: +[1-9]\d* failed\b.*|[ \t]*Failed: +[1-9]\d*
    |\*\* TEST FAILED \*\*|not ok \d+\b(?!.*# (?:TODO|SKIP)).*)$`
