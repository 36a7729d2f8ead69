import { expect, it } from 'vitest'
import { readRuns } from './read-runs.js'

const JEST_GREEN = 'Tests:       15 passed, 15 total\n'
const JEST_RED = 'FAIL a.test.js\n  ● adds\nTests:       1 failed, 14 passed, 15 total\n'
const ESLINT_RED = '/repo/a.js\n  1:1  error  no  no-undef\n\n✖ 1 problem (1 error, 0 warnings)\n'
const TSC_RED = "src/a.ts(3,1): error TS2304: Cannot find name 'x'.\n"
const RUFF_RED = 'a.py:1:8: F401 `os` imported but unused\nFound 1 error.\n'
const CLIPPY_RED =
  'error: this looks wrong\n  = help: for further information visit https://rust-lang.github.io/rust-clippy/x\nerror: could not compile `a` (lib) due to 1 previous error\n'

// A chain has one exit code: it belongs to the part that ended it, and what was printed to the part that printed it.
it.each<[string, number, string, string[]]>([
  ['npm test && npm run lint', 1, JEST_GREEN + ESLINT_RED, ['test passed', 'lint failed']],
  ['npm test && npx eslint .', 1, JEST_GREEN + ESLINT_RED, ['test passed', 'lint failed']],
  ['npm test && npm run build', 2, JEST_GREEN + TSC_RED, ['test passed', 'build failed']],
  ['pytest && ruff check .', 1, `3 passed in 0.1s\n${RUFF_RED}`, ['test passed', 'lint failed']],
  [
    'cargo test && cargo clippy -- -D warnings',
    101,
    `test result: ok. 3 passed; 0 failed; 0 ignored\n${CLIPPY_RED}`,
    ['test passed', 'lint failed'],
  ],
  ['npm run lint && npm test', 1, ESLINT_RED, ['lint failed']],
  ['npm test && npm run lint', 1, JEST_RED, ['test failed']],
  [
    'npm run build && npm test',
    1,
    `\n> a@1.0.0 build\n${JEST_RED}`,
    ['build passed', 'test failed'],
  ],
  ['npm test; npm run lint', 1, JEST_GREEN + ESLINT_RED, ['test passed', 'lint failed']],
  ['npm test && npm run lint', 0, JEST_GREEN, ['test passed', 'lint passed']],
  ['npm test && echo OK || echo FAIL', 0, `${JEST_RED}FAIL\n`, ['test failed']],
  ['npm test; echo "exit: $?"', 0, 'exit: 1\n', ['test failed']],
  ['set -e; npm test; npm run lint', 1, JEST_RED, ['test failed']],
  ['if npm test >/dev/null; then echo green; else echo red; fi', 0, 'red\n', ['test failed']],
  ['! npm test', 0, '', ['test failed']],
  ['npm test || true', 0, '', ['test unknown']],
  ['npm test | tail -3', 0, JEST_RED, ['test failed']],
  ['set -o pipefail; npm test | tail -3', 1, '', ['test failed']],
  ['npm test > /dev/null; git status', 0, '', ['test unknown', 'git passed']],
  ['out=$(npm test 2>&1); echo "$out" | tail -20', 0, JEST_GREEN, ['test passed']],
  [
    'poetry install && poetry run pytest',
    127,
    'bash: poetry: command not found\n',
    ['install failed'],
  ],
])('says of %j with %i: %j %j', (command, exitCode, output, expected) => {
  const status = exitCode === 0 ? 'completed' : 'failed'
  const runs = readRuns({ command, exitCode, status, output })
  expect(runs.map(({ kind, result }) => `${kind} ${result}`)).toEqual(expected)
})
