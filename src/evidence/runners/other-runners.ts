import type { TestCounts } from '../../schema/evidence.js'
import { addCounts, countsIn } from './test-output.js'
import type { RunnerPattern } from './test-output.js'

const WORDS = { passed: 'passed', failed: 'failed', skipped: 'skipped' }

/** Runners of every other language, and the plain text forms that many share. */
export const otherRunners: readonly RunnerPattern[] = [
  {
    runner: 'pytest',
    failing: /^(?:FAILED|ERROR) (\S+::.+?|\S+\.py)(?: - .*)?$/gm,
    cut: /^_{4,40} (?:ERROR at \w+ of )?(\S+) _{4,40}$/gm,
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
    failing: /^(?:FAIL|ERROR): (\S+ \(.+?\))/gm,
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
    failing: /^test (\S.*?) \.\.\. FAILED$/gm,
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
    failing: /^\s+FAIL \[.*?\] +(.+)$/gm,
    read(text) {
      const [line] = /^\s+Summary \[.*?\] +\d+(?:\/\d+)? tests? run: .*$/m.exec(text) ?? []
      return line === undefined ? null : { counts: countsIn(line, WORDS), gist: line.trim() }
    },
  },
  {
    runner: 'go',
    failing: /^\s*--- FAIL: (\S+)/gm,
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
    failing: /^\[ERROR\]\s+(?:Failures: |Errors: )?([\w.$]+[.:]\w+)(?::\d+| ).*$/gm,
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
    failing: /^\s*(?:JUnit \w+:)?.*MethodSource \[className = '.*', methodName = '(\w+)'/gm,
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
    failing: /^(\S+ > .+?) FAILED$/gm,
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
    failing: /^\s+(?:Failed|\[FAIL\])\s+(\S.*?)(?: \[.*\])?$/gm,
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
    failing: /^rspec \S+ # (.+)$/gm,
    cut: /^ {2}\d+\) (\S.*)\n {5}(?:Failure\/Error:|Got \d+ failures)/gm,
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
    failing:
      /^[ \t]*(?:\d+\) )?(?:Failure|Error):\s+([A-Z][^#\n]{0,160}#[a-z][^\n[]*?(?=:?$| \[)|\w+\([A-Z][\w:]*\))/gm,
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
    failing: /^\d+\) (\S+::\S+(?: with data set .+)?)/gm,
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
    failing: /^\[ {2}FAILED {2}\] (\w+\.\w+)/gm,
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
    failing: /^\s+\d+ - (\S+) \((?:Failed|Timeout)\)/gm,
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
    failing: /^Test Case '(.+?)' failed/gm,
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
    failing: /^(?:\s+\d+\) test| ✗) (.+)$/gm,
    read(text) {
      const [line] = /^\d+ (?:tests?|doctests?, \d+ tests?), \d+ failures?.*$/m.exec(text) ?? []
      return line === undefined
        ? null
        : { counts: fromTotal(line, 'tests?', 'skipped'), gist: line }
    },
  },
  {
    runner: 'bazel',
    failing: /^(\/\/\S+)\s+(?:\(\d+\/\d+\) )?(?:FAILED|TIMEOUT)\b/gm,
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
    failing: /^\s*\d+\/\d+ (.+?)\s+(?:FAIL|TIMEOUT|ERROR)\b/gm,
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
    failing: /^✘ Test (\S.*?) (?:recorded an issue|failed after)/gmu,
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
    failing: /^\[(?:info|error)\] - (.+?) \*\*\* FAILED \*\*\*/gm,
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
    failing: /^\d\d:\d\d \+\d+(?: ~\d+)? -\d+: (.+?) \[E\]$/gm,
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
      const [line] =
        /^(?:\d+ successes \/ \d+ failures? \/ .*|\s*Failed: \d+\.\s+Skipped: \d+\.\s+Passed: \d+\.?.*|\[ FAIL \d+ \| WARN \d+ \| SKIP \d+ \| PASS \d+ \])$/m.exec(
          text,
        ) ?? []
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
    failing: /^not ok \d+ (?:- )?(?!.*# (?:TODO|SKIP))(.+)$/gim,
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
