import { expect, it } from 'vitest'
import { isAttended } from './attended.js'

it.each([
  ['claude-code', '1', true],
  ['claude-code', '0', false],
  ['claude-code', undefined, null],
  ['claude-code', 'yes', null],
  ['codex', '1', null],
])('%s with %s: a person is there: %s', (agent, said, expected) => {
  expect(isAttended(agent, { CLAUDE_CODE_SESSION_ATTENDED: said })).toBe(expected)
})
