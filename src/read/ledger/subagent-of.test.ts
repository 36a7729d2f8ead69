import { expect, it } from 'vitest'
import { call, human, play } from '../__fixtures__/play.js'
import { weighDemands } from '../demands/weigh-demands.js'
import { stateDemand } from '../demands/state-demand.js'
import { emptyEvidence } from '../empty-evidence.js'
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

it.each([
  { by: 'a subagent', calls: [started('prompt: Run the tests')], status: 'unclear' },
  { by: 'nobody', calls: [], status: 'not_met' },
])('an order of tests that $by may have run is $status', ({ calls, status }) => {
  const evidence = { ...emptyEvidence({ at: '' }), ...play(human('Run the tests.'), ...calls) }
  const [demand] = weighDemands([stateDemand(1, 'check', 'Run the tests.')], evidence)
  expect(demand!.status).toBe(status)
})
