import { expect, it } from 'vitest'
import { call, edit, human, play, says } from '../__fixtures__/play.js'

const NONE: Readonly<Record<string, [string, number, string]>> = {
  pytest: ['pytest', 5, 'collected 0 items\n\n=== no tests ran in 0.01s ==='],
  jest: ['npx jest', 1, 'No tests found, exiting with code 1'],
  cargo: [
    'cargo test',
    0,
    'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; finished in 0.00s',
  ],
  go: ['go test -run TestSumm .', 0, 'PASS\nok  \texample.test/a\t0.004s [no tests to run]'],
  phpunit: ['vendor/bin/phpunit', 0, 'PHPUnit 10.5\n\nNo tests executed!'],
  rspec: ['bundle exec rspec', 0, 'Finished in 0.0002 seconds\n0 examples, 0 failures'],
  dotnet: ['dotnet test', 0, 'No test is available in bin/Shop.Tests.dll.'],
}

function contradicted(asked: string, runner: string, text: string): boolean {
  const [command, exitCode, output] = NONE[runner]!
  const status = exitCode === 0 ? 'completed' : 'failed'
  const run = call(command, output, { status, exitCode })
  return play(human(asked), edit('src/a.ts'), run, says(text)).claims.some(
    ({ kind, status }) => kind === 'tests-pass' && status === 'contradicted',
  )
}

const WITH_TESTS = 'Fix the sum and add tests, then run the tests.'

it.each(Object.keys(NONE))('contradicts tests that pass where %s found none', (runner) => {
  expect(contradicted(WITH_TESTS, runner, 'Both tests pass.')).toBe(true)
})

it.each([
  ['a clause of a report', 'cargo', WITH_TESTS, 'clamp is implemented and the tests pass.', true],
  ['an exit code that is not zero', 'pytest', 'Fix the sum.', 'All tests pass.', true],
  ['tests that were not asked for', 'cargo', 'Fix the sum.', 'All tests pass.', false],
  ['a run that is told', 'pytest', WITH_TESTS, 'Fixed. pytest found no tests here.', false],
])('holds against %s', (_title, runner, asked, text, expected) => {
  expect(contradicted(asked, runner, text)).toBe(expected)
})
