import { expect, it } from 'vitest'
import { readCheckOutput } from './read-check-output.js'

it.each([
  {
    runner: 'node:test as TAP',
    output: `TAP version 13
ok 1 - throws an error
not ok 2 - total sums
  ---
  duration_ms: 1.2
  location: '/repo/test/cart.test.js:4:1'
  failureType: 'testCodeFailure'
  error: |-
    Expected values to be strictly equal:

    3.57 !== 3

  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  expected: 3
  actual: 3.57
  operator: 'strictEqual'
  ...`,
    says: ['/repo/test/cart.test.js:4', '3.57 !== 3', 'expected: 3'],
  },
  {
    runner: 'node:test as text',
    output: `✔ count counts (0.3ms)
✖ total sums (1.1ms)
ℹ tests 2
ℹ pass 1

✖ failing tests:

test at test/cart.test.js:4:1
✖ total sums (1.1ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  3.57 !== 3

      at TestContext.<anonymous> (file:///repo/test/cart.test.js:4:33)`,
    says: ['test/cart.test.js:4', '3.57 !== 3'],
  },
  {
    runner: 'vitest',
    output: ` ❯ test/sum.test.ts (1 test | 1 failed) 5ms
   × adds 4ms
     → expected 4 to be 5 // Object.is equality

 FAIL  test/sum.test.ts > adds
AssertionError: expected 4 to be 5 // Object.is equality

- Expected
+ Received

- 5
+ 4

 ❯ test/sum.test.ts:4:19`,
    says: ['expected 4 to be 5', 'test/sum.test.ts:4'],
  },
  {
    runner: 'jest',
    output: `FAIL test/sum.test.js
  ● adds

    expect(received).toBe(expected) // Object.is equality

    Expected: 5
    Received: 4

      at Object.<anonymous> (test/sum.test.js:4:19)`,
    says: ['Expected: 5', 'Received: 4', 'test/sum.test.js:4'],
  },
  {
    runner: 'pytest',
    output: `=================================== FAILURES ===================================
___________________________________ test_add ___________________________________

    def test_add():
>       assert add(2, 2) == 5
E       assert 4 == 5
E        +  where 4 = add(2, 2)

test_sum.py:5: AssertionError
=========================== short test summary info ============================
FAILED test_sum.py::test_add - assert 4 == 5`,
    says: ['assert 4 == 5', 'test_sum.py:5'],
  },
  {
    runner: 'go',
    output: `--- FAIL: TestSum (0.00s)
    sum_test.go:9: got 4, want 5
FAIL
FAIL	example.com/sum	0.002s`,
    says: ['sum_test.go:9: got 4, want 5'],
  },
  {
    runner: 'cargo',
    output: `test tests::adds ... FAILED

failures:

---- tests::adds stdout ----
thread 'tests::adds' panicked at src/lib.rs:10:9:
assertion \`left == right\` failed
  left: 4
 right: 5`,
    says: ['src/lib.rs:10', 'left: 4', 'right: 5'],
  },
  {
    runner: 'JUnit',
    output: `CartTest > total() FAILED
    org.opentest4j.AssertionFailedError: expected: <3> but was: <4>
        at app//CartTest.total(CartTest.java:10)`,
    says: ['expected: <3> but was: <4>', 'CartTest.java:10'],
  },
])('tells what $runner expected, what came instead, and where', ({ output, says }) => {
  const { failure } = readCheckOutput(output, 1)
  for (const words of says) expect(failure?.detail).toContain(words)
  expect(failure!.detail!.length).toBeLessThanOrEqual(240)
})

it('tells no detail where a runner prints none', () => {
  const { failure } = readCheckOutput('not ok 1 - adds\n1..1\n# tests 1\n# fail 1', 1)
  expect(failure).not.toHaveProperty('detail')
})
