/**
 * How test runners print: their summaries, one row a runner, and their lines of a failing test. What is known of
 * a runner's output stands here and nowhere else.
 */
import type { TestCounts } from '../schema/evidence.js'
import { longPattern } from '../util/long-pattern.js'

/** One runner's way of summing up; null when the text is not its own. */
export interface Runner {
  runner: string
  /** One of these is in each of its sums: looked for first, and its patterns are made where one is there. */
  signs: readonly string[]
  read(text: string): { counts: TestCounts; gist: string } | null
}

const WORDS = { passed: 'passed', failed: 'failed', skipped: 'skipped' }
const SCRIPT_WORDS = { ...WORDS, skipped: 'skipped|todo' }

/** Programs whose tests are summed up by these runners alone. What is not here may run any. */
export const RUNNERS_OF: ReadonlyMap<string, readonly string[]> = new Map(
  'vitest jest mocha ava jasmine playwright pytest unittest cargo,nextest go rspec ctest phpunit pest behave robot'
    .split(' ')
    .map((names) => [names.split(',')[0]!, names.split(',')]),
)

/** Rows whose summary is a line, or several of them that are added up; named groups are its numbers. */
const lines = (runner: string, signs: readonly string[], ...forms: (() => RegExp)[]): Runner => ({
  runner,
  signs,
  read(text) {
    for (const form of forms) {
      const hits = [...text.matchAll(form())]
      if (hits.length === 0) continue
      const gist = (hits.find((hit) => groupCounts(hit).failed > 0) ?? hits.at(-1)!)[0]
      return {
        counts: addCounts(hits.map(groupCounts)),
        gist: trimBars(gist.trim().replace(/\s+/g, ' ')),
      }
    }
    return null
  },
})

/** Rows whose summary has its numbers before words, in any order and on several lines. */
const words = (
  runner: string,
  signs: readonly string[],
  form: () => RegExp,
  of: Partial<Record<keyof TestCounts, string>> = {},
  needs = form,
): Runner => ({
  runner,
  signs,
  read(text) {
    const hits = text.match(form())
    if (hits === null || text.search(needs()) === -1) return null
    return {
      counts: countsIn(hits.join('\n'), { ...WORDS, ...of }),
      gist: hits.map((line) => trimBars(line.trim())).join(', '),
    }
  },
})

/** The surest signature first. */
export const RUNNERS: readonly Runner[] = [
  {
    runner: 'vitest',
    signs: ['Test'],
    read(text) {
      const tests = text.match(
        /^[ \t]*Tests[ \t]+(?:\d+ (?:failed|passed|skipped|todo)|no tests).*$/gm,
      )
      const files = text.match(/^[ \t]*Test Files[ \t]+.*$/gm)
      if (tests === null && files === null) return null
      const counts = countsIn((tests ?? []).join('\n'), SCRIPT_WORDS)
      const failedFiles = countsIn((files ?? []).join('\n'), SCRIPT_WORDS).failed
      const [, errors = '0'] = /^[ \t]*Errors[ \t]+(\d+) errors?/m.exec(text) ?? []
      const failed = Math.max(counts.failed, failedFiles, Number(errors))
      return { counts: { ...counts, failed }, gist: (tests ?? files ?? []).at(-1)! }
    },
  },
  {
    runner: 'jest',
    signs: ['Tests:'],
    read(text) {
      const tests = text.match(/^Tests:[ \t]+.*\d+ total.*$/gm)
      if (tests === null) return null
      const counts = countsIn(tests.join('\n'), SCRIPT_WORDS)
      const suites = countsIn(
        (text.match(/^Test Suites:[ \t]+.*$/gm) ?? []).join('\n'),
        SCRIPT_WORDS,
      )
      return {
        counts: { ...counts, failed: Math.max(counts.failed, suites.failed) },
        gist: tests.at(-1)!,
      }
    },
  },
  words('pest', ['assertion'], () => /^[ \t]*Tests:[ \t]+.*\(\d+ assertions?\)$/gm, {
    skipped: 'skipped|todos?|incomplete|risky',
  }),
  {
    // node:test; tape and QUnit count in the same words.
    runner: 'node:test',
    signs: [' pass ', ' fail '],
    read(text) {
      const count = (word: string): number =>
        sumOf(text, new RegExp(`^(?:ℹ|#) ${word} +(\\d+)$`, 'gm'))
      const isWhole = /^(?:ℹ|#) tests \d+$|^1\.\.\d+$|^(?:ℹ|#) pass \d+\n(?:ℹ|#) fail \d+$/m.test(
        text,
      )
      if (!isWhole || !/^(?:ℹ|#) (?:fail|pass) +\d+$/m.test(text)) return null
      const failed = count('fail') + count('cancelled')
      return {
        counts: {
          passed: count('pass'),
          failed,
          skipped: count('skipped') + count('skip') + count('todo'),
        },
        gist: `${count('pass')} pass, ${failed} fail`,
      }
    },
  },
  // The titles of its suites stand above its own, which ends in a colon.
  words(
    'mocha',
    ['passing', 'failing'],
    () => /^[ \t]*(?:✔ |✓ )?\d+ (?:passing|failing|pending)\b.*$/gm,
    { passed: 'passing', failed: 'failing', skipped: 'pending' },
    () => /^[ \t]*(?:✔ |✓ )?\d+ (?:passing|failing)\b/m,
  ),
  words('deno', [' passed'], () => /^(?:ok|FAILED) \| \d+ passed.*$/gm, { skipped: 'ignored' }),
  words(
    'bun',
    ['Ran '],
    () => /^[ \t]*\d+ (?:pass|fail|skip)$/gm,
    { passed: 'pass', failed: 'fail', skipped: 'skip' },
    () => /^Ran \d+ tests? across/m,
  ),
  words(
    'playwright',
    ['Running ', ' passed ('],
    () => /^[ \t]{2}\d+ (?:passed|failed|skipped|flaky|interrupted|did not run)\b.*$/gm,
    { passed: 'passed|flaky', failed: 'failed|interrupted', skipped: 'skipped|did not run' },
    () => /^[ \t]*Running \d+ tests? using \d+ workers?|^[ \t]{2}\d+ passed \([\d.]+m?s\)/m,
  ),
  words('ava', [' test'], () => /^[ \t]*\d+ tests? (?:passed|failed|skipped)$/gm, {
    skipped: 'skipped|todo',
  }),
  lines(
    'jasmine',
    [' spec'],
    () => /^(?<total>\d+) specs?, (?<failed>\d+) failures?(?:, (?<skipped>\d+) pending specs?)?$/gm,
  ),
  lines(
    'node-tap',
    ['Asserts:'],
    () => /^Asserts: +(?<passed>\d+) pass +(?<failed>\d+) fail .*$/gm,
  ),
  lines(
    'uvu',
    ['Total:'],
    () => /^ +Total: +(?<total>\d+)\n +Passed: +(?<passed>\d+)\n +Skipped: +(?<skipped>\d+)$/gm,
  ),
  lines(
    'cypress',
    ['✔', '✖'],
    () =>
      /^ *[✔✖] +(?:All specs passed!|(?<suites>\d+) of \d+ failed \(.*\)) +[\d:]+ +(?<total>\d+) +[\d-]+ +(?:(?<failed>\d+)|-).*$/gm,
  ),
  lines(
    'karma',
    ['Executed '],
    () =>
      /^.*\bExecuted \d+ of (?<total>\d+) (?:SUCCESS|.*?\((?<failed>\d+) FAILED\).*)(?: \(.*\))?$/gm,
  ),
  lines(
    'web-test-runner',
    ['test files |'],
    () => /^.*\d+\/\d+ test files \| (?<passed>\d+) passed, (?<failed>\d+) failed.*$/gm,
  ),
  words('cucumber', [' scenario'], () => /^\d+ scenarios? \(.*\)$/gm, {
    failed: 'failed|undefined|ambiguous',
    skipped: 'skipped|pending',
  }),
  lines(
    'behave',
    [' scenario'],
    () =>
      /^(?<passed>\d+) scenarios? passed, (?<failed>\d+) failed(?:, (?<errors>\d+) error)?, (?<skipped>\d+) skipped.*$/gm,
  ),
  lines(
    'robot',
    [' passed, '],
    () =>
      /^(?<total>\d+) tests?, (?<passed>\d+) passed, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)?$/gm,
  ),
  lines(
    'conftest',
    [' passed, '],
    () => /^(?<total>\d+) tests?, (?<passed>\d+) passed, .*?(?<failed>\d+) failures?.*$/gm,
  ),
  lines(
    'testcafe',
    [' passed (', ' failed ('],
    () => /^ *(?:(?<passed>\d+) passed|(?<failed>\d+)\/(?<total>\d+) failed) \([\dms ]+\)$/gm,
  ),
  words('wdio', ['Spec Files:'], () => /^Spec Files:\s+.*\d+ total.*$/gm),
  lines('newman', ['assertions'], () => /^│ +assertions │ +(?<total>\d+) │ +(?<failed>\d+) │$/gm),
  words(
    'pytest',
    [' in '],
    () =>
      /^(?:=+ )?(?:\d+ (?:passed|failed|skipped|errors?|xfailed|xpassed|deselected|warnings?|rerun)(?:, )?)+ in [\d.]+ ?s.*$/gm,
    { passed: 'passed|xpassed', failed: 'failed|errors?', skipped: 'skipped|xfailed' },
  ),
  {
    runner: 'unittest',
    signs: ['Ran '],
    read(text) {
      const ran = [
        ...text.matchAll(
          /^Ran (\d+) tests? in [\d.]+s\s+^(OK|PASSED|FAILED|NO TESTS RAN)(?: \((.*)\))?$/gm,
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
    signs: ['test result: '],
    read(text) {
      const results = text.match(/^test result: .*$/gm)
      if (results === null) return null
      const counts = countsIn(results.join('\n'), { ...WORDS, skipped: 'ignored' })
      return { counts, gist: results.find((line) => line.includes('FAILED')) ?? results.at(-1)! }
    },
  },
  words('nextest', ['Summary ['], () => /^\s+Summary \[.*?\] +\d+(?:\/\d+)? tests? run: .*$/gm),
  {
    runner: 'go',
    signs: ['--- ', 'ok', 'FAIL'],
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
  lines(
    'gotestsum',
    ['DONE '],
    () =>
      /^DONE (?:\d+ runs, )?(?<total>\d+) tests?(?:, (?<skipped>\d+) skipped)?(?:, (?<failed>\d+) failures?)?(?:, (?<errors>\d+) errors?)? in .*$/gm,
  ),
  lines(
    'ginkgo',
    ['! -- '],
    () =>
      /^(?:SUCCESS|FAIL)! -- (?<passed>\d+) Passed \| (?<failed>\d+) Failed \| (?:\d+ \w+ \| )?(?<skipped>\d+) Skipped.*$/gm,
  ),
  {
    runner: 'surefire',
    signs: ['Tests run: '],
    read(text) {
      const all = [
        ...text.matchAll(
          /Tests run: (?<total>\d+), +Failures: (?<failed>\d+)(?:, +Errors: (?<errors>\d+))?(?:, +Skipped: (?<skipped>\d+))?(?<rest>.*)$/gm,
        ),
      ]
      if (all.length === 0) return null
      // Each class has a line with its time; the sums at the end have none.
      const sums = all.filter((hit) => !/Time elapsed|-- in |- in /.test(hit.groups!['rest'] ?? ''))
      const used = sums.length > 0 ? sums : all
      return { counts: addCounts(used.map(groupCounts)), gist: used.at(-1)![0] }
    },
  },
  {
    runner: 'junit-console',
    signs: ['tests successful'],
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
  lines(
    'gradle',
    [' completed'],
    () =>
      /^(?<total>\d+) tests? completed(?:, (?<failed>\d+) failed)?(?:, (?<skipped>\d+) skipped)?$/gm,
  ),
  lines(
    'dotnet',
    ['- Failed:', 'Test summary: '],
    () =>
      /^(?:Passed|Failed|Skipped)!\s+- Failed:\s+(?<failed>\d+), Passed:\s+(?<passed>\d+), Skipped:\s+(?<skipped>\d+).*$/gm,
    () =>
      /^Test summary: total: (?<total>\d+), failed: (?<failed>\d+), succeeded: \d+, skipped: (?<skipped>\d+).*$/gm,
  ),
  lines(
    'rspec',
    [' example'],
    () =>
      /^(?<total>\d+) examples?, (?<failed>\d+) failures?(?:, (?<errors>\d+) errors?)?(?:, (?<skipped>\d+) pending)?(?:, (?<suites>\d+) errors? occurred)?.*$/gm,
  ),
  // A spec's titles have spaces: "Stock::take#test_0001_never goes below zero [spec/a.rb:5]:".
  lines(
    'minitest',
    [' assertions, '],
    () =>
      /^(?<total>\d+) (?:runs|tests), \d+ assertions, (?<failed>\d+) failures(?:, (?<errors>\d+) errors)?(?:, (?<skipped>\d+) skips)?.*$/gm,
  ),
  lines(
    'clojure',
    [' tests containing '],
    () =>
      /^Ran (?<total>\d+) tests containing \d+ assertions\.\n(?<failed>\d+) failures, (?<errors>\d+) errors\.$/gm,
  ),
  {
    runner: 'phpunit',
    signs: ['OK (', 'Assertions: '],
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
  lines('junit-text', ['OK ('], () => /^OK \((?<total>\d+) tests?\)$/gm),
  {
    runner: 'googletest',
    signs: ['[  PASSED  ]'],
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
  lines(
    'ctest',
    ['tests passed, '],
    () => /^\d+% tests passed, (?<failed>\d+) tests? failed out of (?<total>\d+)/gm,
  ),
  {
    runner: 'xctest',
    signs: ['Executed '],
    read(text) {
      const last = [
        ...text.matchAll(
          /^\s*Executed (?<total>\d+) tests?, with (?:(?<skipped>\d+) tests? skipped and )?(?<failed>\d+) failures?.*$/gm,
        ),
      ].at(-1)
      return last === undefined ? null : { counts: groupCounts(last), gist: last[0].trim() }
    },
  },
  // Bats sums up in the same words, and Gleam in nearly the same.
  lines(
    'exunit',
    [' failure'],
    () =>
      /^(?:\d+ doctests?, )?(?<total>\d+) tests?, (?<failed>\d+) failures?(?:, .*?(?<skipped>\d+) skipped)?.*$/gm,
    () => /^(?<passed>\d+) passed, (?:no|(?<failed>\d+)) failures?$/gm,
  ),
  {
    runner: 'bazel',
    signs: ['Executed '],
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
    signs: ['Ok:'],
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
    signs: ['Test run with '],
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
  words('catch2', ['test cases:'], () => /^(?:\[doctest\] )?test cases:\s+\d+ \|.*$/gm),
  lines(
    'catch2',
    ['All tests passed ('],
    () => /^All tests passed \(.*?\b(?<total>\d+) test cases?\)$/gm,
  ),
  lines(
    'scalatest',
    ['Tests: succeeded '],
    () =>
      /^(?:\[info\] )?Tests: succeeded (?<passed>\d+), failed (?<failed>\d+), canceled \d+, ignored (?<skipped>\d+).*$/gm,
  ),
  {
    runner: 'dart',
    signs: [' +'],
    read(text) {
      const last = [
        ...text.matchAll(
          /^\d\d:\d\d \+(?<passed>\d+)(?: ~(?<skipped>\d+))?(?: -(?<failed>\d+))?: .*$/gm,
        ),
      ].at(-1)
      return last === undefined ? null : { counts: groupCounts(last), gist: last[0] }
    },
  },
  lines(
    'forge',
    [' test suite'],
    () =>
      /^Ran \d+ test suites? .*?(?<passed>\d+) tests passed, (?<failed>\d+) failed, (?<skipped>\d+) skipped.*$/gm,
  ),
  lines(
    'zig',
    ['Build Summary: '],
    () =>
      /^Build Summary: .*?(?<passed>\d+)\/(?<total>\d+) tests passed(?:; (?<skipped>\d+) skipped)?(?:; (?<failed>\d+) failed)?.*$/gm,
  ),
  lines(
    'cabal',
    [' test suites ('],
    () => /^(?<passed>\d+) of (?<total>\d+) test suites \(.*\) passed\.$/gm,
  ),
  lines(
    'alcotest',
    [' run.'],
    () => /^Test Successful in [\d.]+s\. (?<total>\d+) tests? run\.$/gm,
    () => /^(?<failed>\d+) failures?! in [\d.]+s\. (?<total>\d+) tests? run\.$/gm,
  ),
  lines('elm-test', ['Passed: '], () => /^Passed: +(?<passed>\d+)\nFailed: +(?<failed>\d+)$/gm),
  lines(
    'opa',
    ['PASS: '],
    () => /^PASS: (?<passed>\d+)\/(?<total>\d+)(?:\nFAIL: (?<failed>\d+)\/\d+)?$/gm,
  ),
  lines(
    'terraform',
    [' passed, '],
    () =>
      /^(?:Success|Failure)! (?<passed>\d+) passed, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)?\.$/gm,
  ),
  lines(
    'pester',
    ['Tests Passed: '],
    () => /^Tests Passed: (?<passed>\d+), Failed: (?<failed>\d+),? Skipped: (?<skipped>\d+).*$/gm,
  ),
  lines(
    'qtest',
    ['Totals: '],
    () => /^Totals: (?<passed>\d+) passed, (?<failed>\d+) failed, (?<skipped>\d+) skipped.*$/gm,
  ),
  lines(
    'unity',
    [' Failures '],
    () => /^(?<total>\d+) Tests (?<failed>\d+) Failures (?<skipped>\d+) Ignored.*$/gm,
  ),
  lines(
    'prove',
    ['Files=', 'Failed '],
    () => /^Files=\d+, Tests=(?<total>\d+), .*\nResult: PASS$/gm,
    () => /^ *Failed (?<failed>\d+)\/(?<total>\d+) (?:subtests|test programs).*$/gm,
  ),
  lines(
    'busted',
    [' successes / '],
    () =>
      /^(?<passed>\d+) successes \/ (?<failed>\d+) failures? \/ (?<errors>\d+) errors? \/ (?<skipped>\d+) pending.*$/gm,
  ),
  lines(
    'eunit',
    ['Failed: '],
    () =>
      /^\s*Failed: (?<failed>\d+)\.\s+Skipped: (?<skipped>\d+)\.\s+Passed: (?<passed>\d+)\.?.*$/gm,
  ),
  lines(
    'testthat',
    ['[ FAIL '],
    () =>
      /^\[ FAIL (?<failed>\d+) \| WARN \d+ \| SKIP (?<skipped>\d+) \| PASS (?<passed>\d+) \]$/gm,
  ),
  // tasty, zig, eunit.
  lines(
    'all-or-some',
    [' tests passed', ' tests failed'],
    () => /^\s*All (?<total>\d+) tests passed(?:\.| \([\d.]+s\))$/gm,
    () => /^\s*(?<failed>\d+) out of (?<total>\d+) tests failed(?:\.| \([\d.]+s\))$/gm,
  ),
  {
    runner: 'tap',
    signs: ['ok '],
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

/** What makes a run red though all of its tests passed. */
export const UNMET = longPattern('m')`
    ^.*(?:Required test coverage of .* not reached|coverage threshold for .* not met
    |Coverage for \w+ \(.*\) does not meet|Coverage failure: total of).*$`

const trimBars = (line: string): string => line.replace(/^=+ | =+$/g, '')

const sumOf = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((sum, hit) => sum + Number(hit[1] ?? hit[2]), 0)

/** What a hit's groups count; of a total, what is not told otherwise has passed. */
function groupCounts({ groups = {} }: RegExpMatchArray): TestCounts {
  const number = (name: string): number => Number(groups[name] ?? 0)
  const [told, skipped, total] = [
    number('failed') + number('errors'),
    number('skipped'),
    number('total'),
  ]
  const missing = groups['passed'] === undefined ? 0 : total - number('passed') - skipped
  const failed = Math.max(told, number('suites'), missing)
  const passed = groups['passed'] === undefined ? total - failed - skipped : number('passed')
  return { failed, skipped, passed: Math.max(0, passed) }
}

const countOf = (ends: readonly (string | undefined)[], end: string): number =>
  ends.filter((one) => one === end).length

/** Counts by words: `2 failed | 94 passed`, in any order. */
function countsIn(text: string, of: Readonly<Record<keyof TestCounts, string>>): TestCounts {
  const counted = new RegExp(
    `(\\d+)\\s+(?:tests?\\s+)?(?:(${of.passed})|(${of.failed})|(?:${of.skipped}))\\b`,
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
  // pest, gotestsum, forge, opa
  named('FAILED', /^\s+FAILED\s+([\w\\]+ > .+?)(?: {2,}.*)?$/, ' > '),
  named('=== FAIL: ', /^=== FAIL: \S+ (\S+)/, '/'),
  named('[FAIL', /^\[FAIL[.:].*\] (\w+\(.*?\))/),
  named(': FAIL (', /^(data\.\S+): FAIL \(/, '.'),
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
    |TEST RUN FAILED|evaluation failed :\(.*|[ \t]+\S+: FAIL code \d.*|nox > Session \S+ failed\.|\[ +[1-9]\d* tests failed +\]|Test Suites: +[1-9]\d* failed\b.*|[ \t]*Failed: +[1-9]\d*
    |\*\* TEST FAILED \*\*|not ok \d+\b(?!.*# (?:TODO|SKIP)).*)$`
