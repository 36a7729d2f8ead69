import { expect, it } from 'vitest'
import { readableError } from './readable-error.js'
import { readFailure } from './read-failure.js'

it.each([
  ['bash: line 1: pnpm: command not found', "'pnpm' not found"],
  ['Error: connect ECONNREFUSED 127.0.0.1:6379', 'refused by …'],
  ['Error: timeout of 5000ms exceeded', 'timeout of … exceeded'],
])('reads %s as %s', (output, expected) => {
  expect(readableError(readFailure(output).error!)).toBe(expected)
})
