import { expect, it } from 'vitest'
import { readCheckOutput } from './read-check-output.js'

it.each<[string, string, number | null, object]>([
  ['green', 'all fine', 0, { failure: null, started: true }],
  [
    'a test runner',
    ' FAIL  src/cart.test.ts > cart > is empty\nAssertionError: expected 1 to be 0\n Tests  1 failed | 3 passed (4)\n',
    1,
    { started: true, failure: { tests: ['src/cart.test.ts › cart › is empty'] } },
  ],
  [
    'a compiler',
    "src/a.ts(3,1): error TS2304: Cannot find name 'x'.\nnpm error Lifecycle script failed\n",
    2,
    {
      started: true,
      failure: { tests: [], error: "src/a.ts(3,1): error TS2304: Cannot find name 'x'." },
    },
  ],
  [
    'a script of its own',
    'checking\nline 3: licence header is missing\nnpm error code ELIFECYCLE\n',
    1,
    { started: true, failure: { tests: [], error: 'line 3: licence header is missing' } },
  ],
  ['no such script', 'npm error Missing script: "tets"\n', 1, { started: false }],
  ['nothing at all', '', 1, { started: true, failure: { tests: [], error: null } }],
])('reads %s', (_title, output, exitCode, expected) => {
  expect(readCheckOutput(output, exitCode)).toMatchObject(expected)
})
