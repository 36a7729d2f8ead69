import { describe, expect, it } from 'vitest'
import { isSteep, measureGrowth } from '../../../test/linear/measure-growth.js'
import { readFailure } from './read-failure.js'

describe('readFailure', () => {
  it('keeps no secret of an error message, not even in part', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const { error } = readFailure(`TypeError: bad token ${secret} was refused`)
    expect(error).toMatchObject({ class: 'TypeError' })
    expect(error!.message).toContain('[redacted:')
    expect(JSON.stringify(error).toLowerCase()).not.toContain('ghp_')
  })

  it('says the same of a failure with other numbers, times and values', () => {
    const read = (value: string, ms: number) =>
      readFailure(`AssertionError: expected '${value}' to be 3 after ${ms}ms`).error?.message
    expect(read('a', 12)).toBe(read('another', 170))
  })

  it.each([
    ['nothing', ''],
    ['words without a failure', 'All is well.\nDone in 3 s.'],
  ])('reads nothing from %s', (_, output) => {
    expect(readFailure(output)).toEqual({ tests: [], error: null, others: [] })
  })

  it.each([
    {
      name: 'a test that failed in a build that did',
      output:
        '> Task :test FAILED\n\nFooTest > adds() FAILED\n    org.opentest4j.AssertionFailedError at FooTest.java:14\n\nBUILD FAILED in 4s',
      error: null,
    },
    {
      name: 'a lint of clippy',
      output:
        'error: this `if` has identical blocks\n --> src/eval.rs:2:5\n  |\n  = note: `-D clippy::if-same-then-else` implied by `-D warnings`\n\nerror: could not compile `engine` (lib) due to 1 previous error',
      error: { class: null, code: 'clippy::if-same-then-else' },
    },
  ])('calls nothing a compile error that compiled: $name', ({ output, error }) => {
    const { error: read } = readFailure(output)
    expect(read && { class: read.class, code: read.code }).toEqual(error)
  })

  it.each([
    [
      'behind its end',
      '2030/01/02 INFO begun\n--- FAIL: TestReset (0.04s)\n    reset_test.go:142: branch should be gone\nError: context deadline exceeded\nFAIL',
      'branch should be gone',
    ],
    [
      'before its end, and not what a test that passed logs',
      '=== RUN   TestA\n    a_test.go:3: a log\n--- PASS: TestA (0.00s)\n=== RUN   TestB\nError: noise\n    b_test.go:9: got 3, want 4\n--- FAIL: TestB (0.01s)\nFAIL',
      'got #, want #',
    ],
    [
      'nowhere where all of them passed',
      '=== RUN   TestA\n    a_test.go:3: a log\nok  \texample.com/a\t0.1s',
      null,
    ],
    [
      'not where it panicked',
      '--- FAIL: TestC (0.00s)\npanic: invalid ID "a1" [recovered]\n    c_test.go:7: +0x858',
      'invalid id <value>',
    ],
  ])('reads what a test of Go says of itself: %s', (_, output, message) => {
    expect(readFailure(output).error?.message ?? null).toBe(message)
  })

  it('finds its way past the word that a client puts before the output', () => {
    expect(readFailure('Output: bash: line 1: pnpm: command not found').error).toMatchObject({
      class: 'command-not-found',
      symbol: 'pnpm',
    })
  })

  it.each(['FAIL  a.test.ts > ', 'x ', 'FAIL  a.test.ts > b\n'])(
    'takes no longer for %j over and over than its length says',
    async (piece) => {
      const sizes = { probe: 16 * 1024, largest: 256 * 1024 }
      const growth = await measureGrowth({ start: '', piece, end: '\n' }, readFailure, sizes)
      expect(isSteep(growth)).toBe(false)
    },
  )
})
