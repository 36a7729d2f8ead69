import { expect, it } from 'vitest'
import { ranNoTest } from './ran-no-test.js'

it.each([
  ['npx vitest run', ' Test Files  1 skipped (1)\n      Tests  3 skipped (3)', true],
  ['npx vitest run --passWithNoTests', 'No test files found, exiting with code 0', true],
  ['pytest -q', 'ssss       [100%]\n4 skipped in 0.02s', true],
  ['go test -v ./...', '--- SKIP: TestA (0.00s)\nPASS\nok  \texample.com/a\t0.1s', true],
  ['npx vitest run', '      Tests  1 passed | 3 skipped (4)', false],
  ['npx vitest run', '', false],
  ['npm run lint', 'No tests found', false],
  ['mvn package', '[INFO] No tests to run.\n[INFO] BUILD SUCCESS', false],
])('%s that prints %j ran no test: %s', (command, output, isNone) => {
  expect(ranNoTest(command, output) !== null).toBe(isNone)
})
