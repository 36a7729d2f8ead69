/**
 * How test runners print: their summaries, one row a runner, and their lines of a failing test. What is known of
 * a runner's output stands here and nowhere else. Forms are those of `util/line-form.ts`.
 */
import type { TestCounts } from '../schema/evidence.js'
import { wholeLineForm } from '../util/line-form.js'
import type { LineForm } from '../util/line-form.js'
import { longPattern } from '../util/long-pattern.js'
import { bareFile } from '../util/base-name.js'

/** One runner's way of summing up; null when the text is not its own. */
export interface Runner {
  runner: string
  /** Where its sums stand: each hit is one of them, or a part of one. */
  forms: readonly LineForm[]
  read(text: string): { counts: TestCounts; gist: string } | null
}

const WORDS = { passed: 'passed', failed: 'failed', skipped: 'skipped' }
const SCRIPT_WORDS = { ...WORDS, skipped: 'skipped|todo' }

/** Programs whose tests are summed up by these runners alone. What is not here may run any. */
export const RUNNERS_OF: ReadonlyMap<string, readonly string[]> = new Map(
  (
    'vitest jest mocha ava jasmine playwright pytest unittest cargo,nextest rspec ctest phpunit pest behave robot ' +
    'go,gotestsum,ginkgo ginkgo swift,xctest,swift-testing xcodebuild,xctest,swift-testing dotnet flutter,dart dart ' +
    'mix,exunit deno bun karma cypress newman testcafe busted bats,exunit,tap zig forge meson'
  )
    .split(' ')
    .map((names) => [names.split(',')[0]!, names.split(',')]),
)

/** Rows whose summary is a line, or several of them that are added up; named groups are its numbers. */
const lines = (runner: string, ...texts: string[]): Runner => byForms(runner, texts, addAll)

/** Rows that print their summary again and again: the last one counts. */
const last = (runner: string, text: string): Runner =>
  byForms(runner, [text], (hits) => groupCounts(hits.at(-1)!))

function byForms(
  runner: string,
  texts: readonly string[],
  count: (hits: readonly RegExpMatchArray[]) => TestCounts,
): Runner {
  const forms = texts.map(wholeLineForm)
  return {
    runner,
    forms,
    read(text) {
      for (const form of forms) {
        const hits = [...text.matchAll(form.pattern())]
        if (hits.length === 0) continue
        const gist = (hits.find((hit) => groupCounts(hit).failed > 0) ?? hits.at(-1)!)[0]
        return { counts: count(hits), gist: trimBars(gist.replaceAll('\n', ' ')) }
      }
      return null
    },
  }
}

const addAll = (hits: readonly RegExpMatchArray[]): TestCounts => addCounts(hits.map(groupCounts))

/** Rows whose summary has a line for each number; the first two are in each of them, or the first alone. */
function parts(runner: string, texts: readonly string[], needs = 2): Runner {
  const forms = texts.map(wholeLineForm)
  return {
    runner,
    forms: forms.slice(0, 1),
    read(text) {
      const hits = forms.map((form) => [...text.matchAll(form.pattern())].at(-1))
      if (hits.slice(0, needs).includes(undefined)) return null
      const found = hits.filter((hit) => hit !== undefined)
      const counts = addCounts(found.map((hit) => ownCounts(hit.groups ?? {})))
      return { counts, gist: `${counts.passed} passed, ${counts.failed} failed` }
    },
  }
}

interface WordsRest {
  of?: Partial<Record<keyof TestCounts, string>>
  /** What has to stand somewhere in the text. */
  needs?: string
  /** Lines about suites, of which one that failed makes the run red. */
  suites?: string
}

/** Rows whose summary has its numbers before words, in any order and on several lines. */
function words(runner: string, text: string, { of = {}, needs, suites }: WordsRest = {}): Runner {
  const forms = [text, ...(suites === undefined ? [] : [suites])].map(wholeLineForm)
  const needed = needs === undefined ? null : wholeLineForm(needs)
  const names = { ...WORDS, ...of }
  return {
    runner,
    forms,
    read(whole) {
      const [hits = [], more = []] = forms.map((form) => whole.match(form.pattern()) ?? [])
      if (hits.length + more.length === 0) return null
      if (needed !== null && whole.search(needed.pattern()) === -1) return null
      const counts = countsIn(hits.join('\n'), names)
      const failed = Math.max(counts.failed, countsIn(more.join('\n'), names).failed)
      const gist = hits.length === 0 ? more : hits
      return { counts: { ...counts, failed }, gist: gist.map(trimBars).join(', ') }
    },
  }
}

/** The surest signature first. */
export const RUNNERS: readonly Runner[] = [
  words('vitest', 'Tests {<n> {failed|passed|skipped|todo}|no tests}…', {
    of: { failed: 'failed|errors?', skipped: SCRIPT_WORDS.skipped },
    suites: '{Test Files|Errors} <n> …',
  }),
  words('jest', 'Tests: …<n> total…', {
    of: SCRIPT_WORDS,
    suites: 'Test Suites: …',
  }),
  words('pest', 'Tests: …(<n> assertions?)', {
    of: { skipped: 'skipped|todos?|incomplete|risky' },
  }),
  {
    // node:test; tape and QUnit count in the same words.
    runner: 'node:test',
    forms: [wholeLineForm('{ℹ|#} fail <failed>'), wholeLineForm('{ℹ|#} pass <passed>')],
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
  words('mocha', '{{✔|✓} }?<n> {passing|failing|pending}…', {
    of: { passed: 'passing', failed: 'failing', skipped: 'pending' },
    needs: '{{✔|✓} }?<n> {passing|failing}…',
  }),
  words('deno', '{ok|FAILED} | <n> passed…', { of: { skipped: 'ignored' } }),
  words('bun', '<n> {pass|fail|skip}', {
    of: { passed: 'pass', failed: 'fail', skipped: 'skip' },
    needs: 'Ran <n> tests? across…',
  }),
  words('playwright', '<n> {passed|failed|skipped|flaky|interrupted|did not run}{ (…)}?', {
    of: { passed: 'passed|flaky', failed: 'failed|interrupted', skipped: 'skipped|did not run' },
    needs: '{Running <n> tests? using <n> workers?…|<n> passed (<n>m?{s|m}…)}',
  }),
  words('ava', '<n> tests? {passed|failed|skipped}', { of: { skipped: 'skipped|todo' } }),
  lines('jasmine', '<total> specs?, <failed> failures?{, <skipped> pending specs?}?'),
  lines('node-tap', 'Asserts: <passed> pass <failed> fail …'),
  lines('uvu', 'Total: <total>\nPassed: <passed>\nSkipped: <skipped>'),
  lines(
    'cypress',
    '{✔|✖} {All specs passed!|<suites> of <n> failed (…)} <n> <total> {<n>|-} {<failed>|-}…',
  ),
  lines('karma', '…Executed <n> of <total> {SUCCESS|…(<failed> FAILED)…}{ (…)}?'),
  lines('web-test-runner', '…<n>/<n> test files | <passed> passed, <failed> failed…'),
  words('cucumber', '<n> scenarios? (…)', {
    of: { failed: 'failed|undefined|ambiguous', skipped: 'skipped|pending' },
  }),
  lines(
    'behave',
    '<passed> scenarios? passed, <failed> failed{, <errors> error}?, <skipped> skipped…',
  ),
  lines('robot', '<total> tests?, <passed> passed, <failed> failed{, <skipped> skipped}?'),
  lines('conftest', '<total> tests?, <passed> passed, …<failed> failures?…'),
  lines('testcafe', '{<passed> passed|<failed>/<total> failed} (<n>{m|s}…)'),
  words('wdio', 'Spec Files: …<n> total…'),
  lines('newman', '│ assertions │ <total> │ <failed> │'),
  words(
    'pytest',
    '{=… }?<n> {passed|failed|skipped|errors?|xfailed|xpassed|deselected|warnings?|rerun}{, …}? in <n>{ }?s…',
    { of: { passed: 'passed|xpassed', failed: 'failed|errors?', skipped: 'skipped|xfailed' } },
  ),
  lines(
    'unittest',
    'Ran <total> tests? in <n>s\n{\n}?{OK|PASSED|FAILED|NO TESTS RAN}{ ({failures=<failed>{, }?}?{errors=<errors>{, }?}?{skipped=<skipped>}?…)}?',
  ),
  lines('cargo', 'test result: …. <passed> passed; <failed> failed{; <skipped> ignored}?…'),
  words('nextest', 'Summary […] <n>{/<n>}? tests? run: …'),
  {
    runner: 'go',
    forms: [
      wholeLineForm('ok <word> …'),
      wholeLineForm('FAIL <word> …'),
      wholeLineForm('--- FAIL: …'),
    ],
    read(text) {
      const tests = [...text.matchAll(/^--- (PASS|FAIL|SKIP): /gm)].map(([, end]) => end)
      const packages = [
        ...text.matchAll(/^(ok|FAIL) \S+ (?:[\d.]+s|\(cached\)|\[.*\])(?!.*\[no tests to run\])/gm),
      ]
      if (packages.length === 0 && !(tests.length > 0 && /^(PASS|FAIL|ok)\b/m.test(text)))
        return null
      const states = packages.map(([, state]) => state)
      // Without -v only failing tests are named, and passed packages are what is counted.
      const isVerbose = tests.some((end) => end !== 'FAIL')
      const passed = isVerbose ? countOf(tests, 'PASS') : countOf(states, 'ok')
      const failed = Math.max(countOf(tests, 'FAIL'), countOf(states, 'FAIL'))
      const gist =
        packages.find(([, state]) => state === 'FAIL')?.[0] ?? packages.at(-1)?.[0] ?? 'PASS'
      return { counts: { passed, failed, skipped: countOf(tests, 'SKIP') }, gist }
    },
  },
  lines(
    'gotestsum',
    'DONE {<n> runs, }?<total> tests?{, <skipped> skipped}?{, <failed> failures?}?{, <errors> errors?}? in …',
  ),
  lines(
    'ginkgo',
    '{SUCCESS|FAIL}! -- <passed> Passed | <failed> Failed | {<n> <word> \\| }?<skipped> Skipped…',
  ),
  {
    runner: 'surefire',
    forms: [wholeLineForm('…Tests run: <n> Failures: <failed>…')],
    read(text) {
      const all = [
        ...text.matchAll(
          /Tests run: (?<total>\d+), Failures: (?<failed>\d+)(?:, Errors: (?<errors>\d+))?(?:, Skipped: (?<skipped>\d+))?(?<rest>.*)$/gm,
        ),
      ]
      if (all.length === 0) return null
      // Each class has a line with its time; the sums at the end have none.
      const sums = all.filter((hit) => !/Time elapsed|-- in |- in /.test(hit.groups!['rest'] ?? ''))
      const used = sums.length > 0 ? sums : all
      return { counts: addAll(used), gist: used.at(-1)![0] }
    },
  },
  parts(
    'junit-console',
    [
      '[ <passed> tests successful ]',
      '[ <failed> tests failed ]',
      '[ <skipped> tests skipped ]',
      '[ <skipped> tests aborted ]',
    ],
    1,
  ),
  lines('gradle', '<total> tests? completed{, <failed> failed}?{, <skipped> skipped}?'),
  lines(
    'dotnet',
    '{Passed|Failed|Skipped}! - Failed: <failed>, Passed: <passed>, Skipped: <skipped>…',
    'Test summary: total: <total>, failed: <failed>, succeeded: <n>, skipped: <skipped>…',
  ),
  lines(
    'rspec',
    '<total> examples?, <failed> failures?{, <errors> errors?}?{, <skipped> pending}?{, <suites> errors? occurred}?…',
  ),
  // A spec's titles have spaces: "Stock::take#test_0001_never goes below zero [spec/a.rb:5]:".
  lines(
    'minitest',
    '<total> {runs|tests}, <n> assertions, <failed> failures{, <errors> errors}?{, <skipped> skips}?…',
  ),
  lines(
    'clojure',
    'Ran <total> tests containing <n> assertions.\n<failed> failures, <errors> errors.',
  ),
  lines(
    'phpunit',
    'OK (<total> tests?, <n> assertions?)…',
    'Tests: <total>, Assertions: <n>{ Errors: <errors>,?.?}?{ Failures: <failed>,?.?}?{…Skipped: <skipped>}?…',
  ),
  lines('fastlane', '…Number of tests: <total>\n…Number of failures: <failed>'),
  lines('junit-text', 'OK (<total> tests?)'),
  parts(
    'googletest',
    ['[ PASSED ] <passed> tests?.', '[ FAILED ] <failed> tests?, listed below…'],
    1,
  ),
  lines('ctest', '<n>% tests passed, <failed> tests? failed out of <total>'),
  last(
    'xctest',
    'Executed <total> tests?, with {<skipped> tests? skipped and }?<failed> failures?…',
  ),
  // Bats sums up in the same words, and Gleam in nearly the same.
  lines(
    'exunit',
    '{<n> doctests?, }?<total> tests?, <failed> failures?{, …<skipped> skipped}?…',
    '<passed> passed, {no|<failed>} failures?',
  ),
  words('bazel', 'Executed <n> out of <n> tests?: …', {
    of: { passed: 'pass(?:es)?', failed: 'fails?' },
  }),
  parts('meson', ['Ok: <passed>', 'Fail: <failed>', 'Timeout: <errors>', 'Skipped: <skipped>']),
  lines(
    'swift-testing',
    '…Test run with <total> tests?{ in <n> suites?}? {passed after …|failed after …with <failed> issues?…}',
  ),
  words('catch2', '{[doctest] }?test cases: <n> |…'),
  lines(
    'catch2',
    'All tests passed (…<total> test cases?)',
    'Passed all <total> test cases? with …',
    'Failed <failed> test cases?, failed …',
  ),
  lines('julia', 'ERROR: …did not pass: <passed> passed, <failed> failed, <errors> errored…'),
  lines(
    'scalatest',
    '{[info] }?Tests: succeeded <passed>, failed <failed>, canceled <n> ignored <skipped>…',
  ),
  last('dart', '<n> +<passed>{ ~<skipped>}?{ -<failed>}?: …'),
  lines(
    'forge',
    'Ran <n> test suites? …<passed> tests passed, <failed> failed, <skipped> skipped…',
  ),
  lines(
    'zig',
    'Build Summary: …<passed>/<total> tests passed{; <skipped> skipped}?{; <failed> failed}?…',
  ),
  lines('cabal', '<passed> of <total> test suites (…) passed.'),
  lines(
    'alcotest',
    'Test Successful in <n>s. <total> tests? run.',
    '<failed> failures?! in <n>s. <total> tests? run.',
  ),
  lines('elm-test', 'Passed: <passed>\nFailed: <failed>'),
  lines('opa', 'PASS: <passed>/<total>{\nFAIL: <failed>/<n>}?'),
  lines('terraform', '{Success|Failure}! <passed> passed, <failed> failed{, <skipped> skipped}?.'),
  lines('pester', 'Tests Passed: <passed>, Failed: <failed>,? Skipped: <skipped>…'),
  lines('qtest', 'Totals: <passed> passed, <failed> failed, <skipped> skipped…'),
  lines('unity', '<total> Tests <failed> Failures <skipped> Ignored…'),
  lines(
    'prove',
    'Files=<n> Tests=<total>, …\nResult: PASS',
    'Failed <failed>/<total> {subtests|test programs}…',
  ),
  lines(
    'busted',
    '<passed> successes / <failed> failures? / <errors> errors? / <skipped> pending…',
  ),
  lines('eunit', 'Failed: <failed>. Skipped: <skipped>. Passed: <passed>.?…'),
  lines('testthat', '[ FAIL <failed> | WARN <n> | SKIP <skipped> | PASS <passed> ]'),
  // tasty, zig, eunit.
  lines(
    'all-or-some',
    'All <total> tests passed{.| (<n>s)}',
    '<failed> out of <total> tests failed{.| (<n>s)}',
  ),
  {
    runner: 'tap',
    forms: [
      { sign: 'not ok ', pattern: () => /^not ok (?<failed>\d+)\b(?!.*# (?:TODO|SKIP)).*$/gim },
    ],
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
    |Coverage for \w+ \(.*\) does not meet|ERROR: Coverage failure: total of).*$`

const trimBars = (line: string): string => line.replace(/^=+ | =+$/g, '')

const sumOf = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((sum, hit) => sum + Number(hit[1] ?? hit[2]), 0)

type Groups = Readonly<Record<string, string | undefined>>

/** What a hit's groups count; of a total, what is not told otherwise has passed. */
function groupCounts({ groups = {} }: RegExpMatchArray): TestCounts {
  const { passed, failed, skipped } = ownCounts(groups)
  const total = Number(groups['total'] ?? 0)
  const missing = groups['passed'] === undefined ? 0 : total - passed - skipped
  const red = Math.max(failed, Number(groups['suites'] ?? 0), missing)
  const green = groups['passed'] === undefined ? total - red - skipped : passed
  return { failed: red, skipped, passed: Math.max(0, green) }
}

function ownCounts(groups: Groups): TestCounts {
  const number = (name: string): number => Number(groups[name] ?? 0)
  return {
    passed: number('passed'),
    failed: number('failed') + number('errors'),
    skipped: number('skipped'),
  }
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
    ^(?:FAIL|[ \t]*FAIL[ \t]+\S+\.\w+(?:[ \t].*)?|FAILED|FAILURES!|Result: FAIL|FAILED \(\w+=\d+.*|FAILED \S+::.*|[^\s:]+::\S+ FAILED(?: +\[ *\d+%\])?|--- FAIL: .*
    |\d+% tests passed, [1-9]\d* tests? failed out of \d+|The following tests FAILED:|[ \t]*\d+\/\d+ Test +#\d+: .*\*\*\*(?:Failed|Timeout|Exception).*
    |[ℹ#] (?:fail|cancelled) [1-9]\d*|.*There were failing tests.*|[ \t]*[1-9]\d* fail(?:ed|ing)?
    |TEST RUN FAILED|evaluation failed :\(.*|[ \t]+\S+: FAIL code \d.*|nox > Session \S+ failed\.|\[ +[1-9]\d* tests failed +\]|Test Suites: +[1-9]\d* failed\b.*|[ \t]*Failed: +[1-9]\d*
    |={3,} (?:FAILURES|ERRORS) ={3,}|test \S.* \.\.\. FAILED|\*\* TEST FAILED \*\*|thread '.*' (?:\(\d+\) )?panicked at .*|---- \S.* stdout ----|not ok \d+\b(?!.*# (?:TODO|SKIP)).*)$`
