import { expect, it } from 'vitest'
import { call, human, play } from './__fixtures__/play.js'
import { subagentOf } from './subagent-of.js'

const started = (input: string) => call(input, 'ok', { tool: 'Task', toolKind: 'subagent' })
const ran = (sidechain: boolean) => call('npm test', '1 failed', { status: 'failed', sidechain })

it.each([
  ['description: Run the tests, prompt: …', true, 'the subagent "Run the tests"'],
  ['prompt: Run the tests', true, 'a subagent'],
  ['description: Run the tests', false, null],
])('of the call %s, by a subagent: %s, the run is of %s', (input, sidechain, name) => {
  const { recent, commands } = play(human('Fix it'), started(input), ran(sidechain))
  expect(subagentOf(commands.at(-1)!.step, recent)).toBe(name)
})
