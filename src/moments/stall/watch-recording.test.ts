import { describe, expect, it } from 'vitest'
import { Config } from '../../schema/config.js'
import { watchRecording } from './watch-recording.js'

const { stall } = Config.parse({})
const step = (action: string, observation = 'ok') => ({ action, observation })
const watch = (...steps: ReturnType<typeof step>[]) => {
  const { detector, step: at } = watchRecording({ steps }, stall)
  return { detector, at }
}
const NONE = { detector: null, at: null }

describe('watchRecording', () => {
  it('fires at the first step that makes a loop', () => {
    const loop = Array.from({ length: 6 }, () => step('ls', 'a'))
    expect(watch(step('pwd'), ...loop)).toEqual({ detector: 'same-result', at: 5 })
  })

  it.each([
    { name: 'steps that differ', steps: [...'abcdefgh'].map((action) => step(action)) },
    {
      name: 'one action with different results',
      steps: [...'abcd'].map((seen) => step('ls', seen)),
    },
    { name: 'a recording without steps', steps: [] },
    {
      name: 'a comparison that looks like a redirection',
      steps: [...'abcde'].map((x) => step(`SELECT 1 WHERE ${x} > y`)),
    },
  ])('leaves $name alone', ({ steps }) => {
    expect(watch(...steps)).toEqual(NONE)
  })

  it.each([
    { said: 'Error executing query: no such table', fails: true },
    { said: "{'output': '', 'error': 'NameError: x'}", fails: true },
    { said: 'bash: foo: command not found', fails: true },
    { said: "uniq: unrecognized option '--x'", fails: true },
    { said: 'Traceback (most recent call last):', fails: true },
    { said: "{'output': '', 'error': ''}", fails: false },
    { said: '0 errors', fails: false },
    { said: 'error_log.txt', fails: false },
  ])('reads from "$said" whether a step failed: $fails', ({ said, fails }) => {
    const three = Array.from({ length: 3 }, () => step('x', said))
    expect(watch(...three)).toEqual(fails ? { detector: 'same-failure', at: 3 } : NONE)
  })
})
