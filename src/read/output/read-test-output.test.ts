import { describe, expect, it } from 'vitest'
import { readFailingNames, readTestOutput } from './read-test-output.js'

const counts = (passed: number, failed = 0, skipped = 0) => ({ passed, failed, skipped })
const text = (...lines: string[]): string => lines.join('\n')

describe('readTestOutput', () => {
  it.each([
    ['bazel, green', 'Executed 2 out of 2 tests: 2 tests pass.', 'bazel', counts(2)],
    [
      'bazel, red',
      text(
        '//pkg:a_test                 PASSED in 0.3s',
        '//pkg:b_test                 FAILED in 0.4s',
        'Executed 2 out of 2 tests: 1 test passes and 1 fails locally.',
      ),
      'bazel',
      counts(1, 1),
    ],
    [
      'meson, red',
      text(
        '1/2 parse   OK      0.01s',
        '2/2 write   FAIL    0.02s   exit status 1',
        '',
        'Ok:                 1   ',
        'Expected Fail:      0   ',
        'Fail:               1   ',
        'Skipped:            0   ',
        'Timeout:            0   ',
      ),
      'meson',
      counts(1, 1),
    ],
    [
      'swift-testing, red',
      text(
        '✘ Test rounding() recorded an issue at A.swift:4:5',
        '✘ Test run with 5 tests failed after 0.002 seconds with 1 issue.',
      ),
      'swift-testing',
      counts(4, 1),
    ],
    [
      'swift-testing, green',
      '✔ Test run with 5 tests passed after 0.002 seconds.',
      'swift-testing',
      counts(5),
    ],
    [
      'catch2, red',
      text('test cases: 3 | 2 passed | 1 failed', 'assertions: 9 | 8 passed | 1 failed'),
      'catch2',
      counts(2, 1),
    ],
    ['catch2, green', 'All tests passed (12 assertions in 4 test cases)', 'catch2', counts(4)],
    [
      'doctest, red',
      '[doctest] test cases:  3 |  2 passed | 1 failed | 0 skipped',
      'catch2',
      counts(2, 1),
    ],
    [
      'scalatest, red',
      '[info] Tests: succeeded 3, failed 1, canceled 0, ignored 2, pending 0',
      'scalatest',
      counts(3, 1, 2),
    ],
    [
      'dart, red',
      text('00:01 +2 -1: adds [E]', '00:02 +2 -1: Some tests failed.'),
      'dart',
      counts(2, 1),
    ],
    ['dart, green', '00:02 +3: All tests passed!', 'dart', counts(3)],
    [
      'busted, red',
      '3 successes / 1 failure / 0 errors / 0 pending : 0.02 seconds',
      'busted',
      counts(3, 1),
    ],
    ['eunit, red', '  Failed: 1.  Skipped: 0.  Passed: 2.', 'eunit', counts(2, 1)],
    ['testthat, red', '[ FAIL 1 | WARN 0 | SKIP 2 | PASS 5 ]', 'testthat', counts(5, 1, 2)],
    ['zig, green', 'All 3 tests passed.', 'all-or-some', counts(3)],
    ['tasty, red', '1 out of 3 tests failed (0.00s)', 'all-or-some', counts(2, 1)],
    [
      'vitest, green',
      text(
        ' ✓ src/a.test.ts (3 tests) 5ms',
        '',
        ' Test Files  2 passed (2)',
        '      Tests  7 passed (7)',
        '   Duration  1.20s',
      ),
      'vitest',
      counts(7),
    ],
    [
      'vitest, red',
      text(
        ' FAIL  src/a.test.ts > adds > two',
        ' Test Files  1 failed | 1 passed (2)',
        '      Tests  1 failed | 6 passed | 2 skipped (9)',
      ),
      'vitest',
      counts(6, 1, 2),
    ],
    [
      'vitest, a file that does not load',
      text(
        ' FAIL  src/a.test.ts [ src/a.test.ts ]',
        ' Test Files  1 failed (1)',
        '      Tests  no tests',
      ),
      'vitest',
      counts(0, 1),
    ],
    [
      'vitest, an unhandled error',
      text(' Test Files  1 passed (1)', '      Tests  3 passed (3)', '     Errors  1 error'),
      'vitest',
      counts(3, 1),
    ],
    ['vitest, with todo', text('      Tests  3 passed | 1 todo (4)'), 'vitest', counts(3, 0, 1)],
    [
      'vitest, coloured',
      '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m5 passed\u001b[39m\u001b[22m\u001b[90m (5)\u001b[39m',
      'vitest',
      counts(5),
    ],
    [
      'jest, green',
      text(
        'Test Suites: 2 passed, 2 total',
        'Tests:       12 passed, 12 total',
        'Snapshots:   0 total',
      ),
      'jest',
      counts(12),
    ],
    [
      'jest, red',
      text(
        '  ● cart › adds an item',
        'Test Suites: 1 failed, 1 passed, 2 total',
        'Tests:       1 failed, 2 skipped, 9 passed, 12 total',
      ),
      'jest',
      counts(9, 1, 2),
    ],
    [
      'jest, a suite that fails to run',
      text('Test Suites: 1 failed, 1 total', 'Tests:       0 total'),
      'jest',
      counts(0, 1),
    ],
    [
      'jest, two packages',
      text('Tests:       3 passed, 3 total', 'other', 'Tests:       1 failed, 4 passed, 5 total'),
      'jest',
      counts(7, 1),
    ],
    ['mocha, green', text('  12 passing (34ms)'), 'mocha', counts(12)],
    [
      'mocha, red',
      text('  10 passing (34ms)', '  1 pending', '  2 failing', '', '  1) cart', '       adds:'),
      'mocha',
      counts(10, 2, 1),
    ],
    [
      'node:test, spec',
      text(
        '✔ adds (1.2ms)',
        '✖ subtracts (0.4ms)',
        'ℹ tests 3',
        'ℹ suites 0',
        'ℹ pass 2',
        'ℹ fail 1',
        'ℹ cancelled 0',
        'ℹ skipped 0',
        'ℹ todo 0',
      ),
      'node:test',
      counts(2, 1),
    ],
    [
      'node:test, TAP',
      text(
        'TAP version 13',
        'ok 1 - adds',
        '1..1',
        '# tests 1',
        '# pass 1',
        '# fail 0',
        '# skipped 0',
      ),
      'node:test',
      counts(1),
    ],
    [
      'node:test, cancelled',
      text('ℹ tests 2', 'ℹ pass 1', 'ℹ fail 0', 'ℹ cancelled 1', 'ℹ skipped 0'),
      'node:test',
      counts(1, 1),
    ],
    [
      'TAP, points only',
      text(
        'TAP version 14',
        '1..4',
        'ok 1 - a',
        'not ok 2 - b',
        'ok 3 - c # SKIP no network',
        'not ok 4 - d # TODO',
      ),
      'tap',
      counts(1, 1, 2),
    ],
    [
      'pytest, green',
      text('collected 5 items', '', '===== 5 passed in 0.12s ====='),
      'pytest',
      counts(5),
    ],
    [
      'pytest, red',
      text(
        'FAILED tests/test_a.py::test_two - assert 1 == 2',
        '=== 1 failed, 4 passed, 1 skipped in 1.02s ===',
      ),
      'pytest',
      counts(4, 1, 1),
    ],
    [
      'pytest, errors',
      text('ERROR tests/test_a.py - ImportError', '=== 1 error in 0.42s ==='),
      'pytest',
      counts(0, 1),
    ],
    ['pytest, quiet', text('.....', '5 passed in 0.10s'), 'pytest', counts(5)],
    [
      'pytest, expected failures',
      text('== 3 passed, 1 xfailed, 1 xpassed, 2 warnings in 0.5s =='),
      'pytest',
      counts(4, 0, 1),
    ],
    ['pytest, deselected', text('== 2 passed, 40 deselected in 0.5s =='), 'pytest', counts(2)],
    [
      'unittest, green',
      text('Ran 12 tests in 0.003s', '', 'OK (skipped=1)'),
      'unittest',
      counts(11, 0, 1),
    ],
    [
      'unittest, red',
      text(
        'FAIL: test_two (tests.A)',
        'Ran 12 tests in 0.003s',
        '',
        'FAILED (failures=1, errors=2)',
      ),
      'unittest',
      counts(9, 3),
    ],
    [
      'go, packages',
      text(
        'ok  \texample.com/a\t0.012s',
        'ok  \texample.com/b\t(cached)',
        '?   \texample.com/c\t[no test files]',
      ),
      'go',
      counts(2),
    ],
    [
      'go, red',
      text(
        '--- FAIL: TestTwo (0.00s)',
        '    a_test.go:9: no',
        'FAIL',
        'FAIL\texample.com/a\t0.010s',
        'ok  \texample.com/b\t0.010s',
      ),
      'go',
      counts(1, 1),
    ],
    [
      'go, verbose',
      text(
        '=== RUN   TestOne',
        '--- PASS: TestOne (0.00s)',
        '--- SKIP: TestNet (0.00s)',
        'PASS',
        'ok  \texample.com/a\t0.01s',
      ),
      'go',
      counts(1, 0, 1),
    ],
    [
      'go, does not build',
      text('# example.com/a', './a.go:3: undefined: x', 'FAIL\texample.com/a [build failed]'),
      'go',
      counts(0, 1),
    ],
    [
      'cargo, green over crates',
      text(
        'test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out',
        'test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out',
      ),
      'cargo',
      counts(15, 0, 1),
    ],
    [
      'cargo, red',
      text(
        'test a::two ... FAILED',
        'test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s',
      ),
      'cargo',
      counts(4, 1),
    ],
    [
      'nextest',
      text('     Summary [   0.512s] 12 tests run: 11 passed, 1 failed, 2 skipped'),
      'nextest',
      counts(11, 1, 2),
    ],
    [
      'surefire, sums after classes',
      text(
        '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in A',
        '[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s - in B',
        '[INFO] ',
        '[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 1',
      ),
      'surefire',
      counts(6, 0, 1),
    ],
    [
      'surefire, red',
      text(
        '[ERROR]   ATest.two:12 expected 1',
        '[ERROR] Tests run: 7, Failures: 1, Errors: 1, Skipped: 0',
      ),
      'surefire',
      counts(5, 2),
    ],
    ['junit 4 text, green', text('Time: 0.01', '', 'OK (12 tests)'), 'junit-text', counts(12)],
    ['junit 4 text, red', text('Tests run: 12,  Failures: 2'), 'surefire', counts(10, 2)],
    [
      'junit console',
      text(
        '[        12 tests found           ]',
        '[         1 tests skipped         ]',
        '[        10 tests successful      ]',
        '[         1 tests failed          ]',
      ),
      'junit-console',
      counts(10, 1, 1),
    ],
    [
      'gradle',
      text('CartTest > adds FAILED', '12 tests completed, 1 failed, 2 skipped'),
      'gradle',
      counts(9, 1, 2),
    ],
    [
      'dotnet',
      text(
        'Failed!  - Failed:     1, Passed:    11, Skipped:     0, Total:    12, Duration: 20 ms',
      ),
      'dotnet',
      counts(11, 1),
    ],
    [
      'rspec',
      text('12 examples, 1 failure, 2 pending', 'rspec ./spec/a_spec.rb:3 # Cart adds'),
      'rspec',
      counts(9, 1, 2),
    ],
    ['jasmine', text('12 specs, 1 failure, 2 pending specs'), 'jasmine', counts(9, 1, 2)],
    [
      'minitest',
      text('12 runs, 30 assertions, 1 failures, 1 errors, 2 skips'),
      'minitest',
      counts(8, 2, 2),
    ],
    ['phpunit, green', text('OK (12 tests, 30 assertions)'), 'phpunit', counts(12)],
    [
      'phpunit, red',
      text('Tests: 12, Assertions: 30, Failures: 1, Skipped: 2.'),
      'phpunit',
      counts(9, 1, 2),
    ],
    ['deno', text('FAILED | 11 passed | 1 failed (34ms)'), 'deno', counts(11, 1)],
    [
      'bun',
      text(' 11 pass', ' 1 fail', 'Ran 12 tests across 2 files. [20.00ms]'),
      'bun',
      counts(11, 1),
    ],
    [
      'playwright',
      text(
        'Running 12 tests using 2 workers',
        '  1) [chromium] › a.spec.ts:3:1 › adds ────',
        '  1 failed',
        '  1 flaky',
        '  10 passed (3.2s)',
      ),
      'playwright',
      counts(11, 1),
    ],
    ['ava', text('  1 test failed', '  11 tests passed'), 'ava', counts(11, 1)],
    [
      'googletest',
      text(
        '[  PASSED  ] 11 tests.',
        '[  FAILED  ] 1 test, listed below:',
        '[  FAILED  ] Cart.Adds',
      ),
      'googletest',
      counts(11, 1),
    ],
    ['ctest', text('92% tests passed, 1 tests failed out of 12'), 'ctest', counts(11, 1)],
    [
      'xctest',
      text('\t Executed 12 tests, with 1 failure (0 unexpected) in 0.1 seconds'),
      'xctest',
      counts(11, 1),
    ],
    ['exunit', text('12 tests, 1 failure'), 'exunit', counts(11, 1)],
  ])('reads %s', (_title, output, runner, expected) => {
    const read = readTestOutput(output)
    expect({ runner: read?.runner, counts: read?.counts }).toEqual({ runner, counts: expected })
  })

  it.each([
    ['nothing', ''],
    ['a listing', text('src/a.test.ts', 'src/b.test.ts')],
    ['prose about tests', 'All 12 tests passed yesterday, 0 failed.'],
    ['a build', text('vite v5 building', '✓ 34 modules transformed.', '✓ built in 1.2s')],
    ['no tests at all', text('Test Suites: 0 total', 'Tests:       0 total')],
    ['a commit', '[main 1a2b3c4] 12 passing thoughts'],
    ['ok without a plan', text('ok', 'ok then')],
  ])('reads no counts from %s', (_title, output) => {
    expect(readTestOutput(output)).toBeNull()
  })

  it.each([
    [
      text(' FAIL  src/a.test.ts > cart > adds', '      Tests  1 failed (1)'),
      ['src/a.test.ts › cart › adds'],
    ],
    [text('  ● cart › adds', 'Tests:       1 failed, 1 total'), ['cart › adds']],
    [
      text('FAILED tests/test_a.py::test_two[a-b] - assert 1', '= 1 failed in 0.1s ='),
      ['tests/test_a.py › test_two[a-b]'],
    ],
    [text('--- FAIL: TestTwo (0.00s)', 'FAIL\texample.com/a\t0.010s'), ['TestTwo']],
    [
      text('test a::two ... FAILED', 'test result: FAILED. 0 passed; 1 failed; 0 ignored'),
      ['a › two'],
    ],
    [text('  1 failing', '', '  1) cart', '       adds:', '', '      Error: x'), ['cart › adds']],
    [
      text(
        'Pending: (Failures listed here are expected and do not affect your suite)',
        '',
        '  1) Stock keeps a log',
        '     # not yet',
        '     Failure/Error: expect(log).to eq 1',
        '',
        'Failures:',
        '',
        '  1) Stock never goes below zero',
        "     Failure/Error: raise ArgumentError, 'not enough'",
        '       1) nothing of a heading',
        '',
        '  2) Stock when empty takes nothing',
        '     Got 2 failures:',
        '',
        '4 examples, 2 failures, 1 pending',
      ),
      ['Stock never goes below zero', 'Stock when empty takes nothing'],
    ],
    [
      text(
        '  1) Cart adds',
        '     Failure/Error: x',
        '1 example, 1 failure',
        'rspec ./spec/a_spec.rb:3 # Cart adds one',
      ),
      ['spec/a_spec.rb › Cart adds one'],
    ],
    [
      text(
        '  1) Failure:',
        'Stock::when empty#test_0001_never goes below zero [spec/stock_spec.rb:5]:',
        'Expected: 0',
        '',
        '  2) Error:',
        'StockTest#test_takes:',
        'NoMethodError: undefined method',
        '',
        '3 runs, 3 assertions, 1 failures, 1 errors, 0 skips',
      ),
      ['Stock::when empty › test_0001_never goes below zero', 'StockTest › test_takes'],
    ],
    [
      text(
        'Failure: test_takes(StockTest): <2> expected but was <3>.',
        '2 tests, 2 assertions, 1 failures, 0 errors, 0 pendings',
      ),
      ['test_takes(StockTest)'],
    ],
    [
      text('Failures:', '1) Cart adds', '  Message:', '    no', '', '2 specs, 1 failure'),
      ['Cart adds'],
    ],
    [text('1..1', 'not ok 1 - adds'), ['adds']],
    [text(' ✓ makes one', ' ✗ fails without one', '', '2 tests, 1 failure'), ['fails without one']],
    [
      text(...[1, 2, 3, 4, 5, 6, 7].map((n) => `not ok ${n} - t${n}`), '1..7'),
      ['t1', 't2', 't3', 't4', 't5'],
    ],
  ])('names what fails in %j', (output, failing) => {
    expect(readTestOutput(output)?.failing).toEqual(failing)
  })
})

describe('readFailingNames', () => {
  it.each<[string, string, string[]]>([
    ['cargo', 'test plain ... ok\ntest pairs ... FAILED\n\nfailures:\n', ['pairs']],
    [
      'googletest',
      '[ RUN      ] Fft.Inverse\n[  FAILED  ] Fft.Inverse (1 ms)\n',
      ['Fft › Inverse'],
    ],
    ['go', '--- FAIL: TestLoad (0.00s)\n    a_test.go:3: no\n', ['TestLoad']],
    [
      'jest',
      'FAIL test/cart.test.ts\n  ● rounds the total\n    Expected: 3\n',
      ['test/cart.test.ts › rounds the total'],
    ],
    ['vitest', ' FAIL  test/cart.test.ts > cart > rounds\n', ['test/cart.test.ts › cart › rounds']],
    [
      'mocha',
      '  cart\n    1) rounds\n\n  1) cart\n       rounds:\n     AssertionError: expected 3\n',
      ['cart › rounds'],
    ],
    ['pytest', '____________ test_rounds[a] ____________\n>   assert 1 == 2\n', ['test_rounds[a]']],
    ['rspec', '  1) Cart rounds\n     Failure/Error: expect(1).to eq(2)\n', ['Cart rounds']],
    [
      'phpunit',
      '1) CartTest::testRounds\nFailed asserting that 1 is 2.\n',
      ['CartTest › testRounds'],
    ],
    [
      'phpunit, with the row of a table',
      '1) CartTest::testRounds with data set "half up" (1, 2)\nFailed asserting that 1 is 2.\n',
      ['CartTest › testRounds with data set "half up" (1, 2)'],
    ],
    [
      'XCTest',
      "Test Case '-[ShopTests.CartTests testRounds]' failed (0.001 seconds).\n",
      ['-[ShopTests.CartTests testRounds]'],
    ],
    ['nothing that is known', 'FAIL: it does not work\nerror: 3 FAILED\n', []],
    ['jest, which only logs', 'FAIL test/cart.test.ts\n  ● Console\n    console.log\n', []],
    ['a list of steps that fail', 'Failed steps:\n  1) build\n  2) deploy:\n', []],
  ])('finds them in an output of %s that was cut off', (_, output, names) => {
    expect(readTestOutput(output)).toBeNull()
    expect(readFailingNames(output)).toEqual(names)
  })
})
