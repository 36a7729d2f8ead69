import type { Scene } from '../scene.js'
import { readReason, scriptAgent, stopAgent } from '../scripted-agent.js'

const SESSION = 'demo-stop'

export const scene: Scene = {
  name: 'stop',
  title: 'The agent says it is done. Is it?',
  isThroughHook: true,
  async play(stage) {
    const agent = scriptAgent(stage, SESSION)
    stage.write('src/price.js', 'export const total = (prices) => prices.length\n')
    stage.git('add', '.')
    stage.git('commit', '--quiet', '-m', 'Prices')
    stage.hook('claude-code', 'SessionStart', { session_id: SESSION, source: 'startup' })

    const prompt = 'Fix total() so that it sums the prices. Make sure that all tests pass.'
    stage.say(`You ask: "${prompt}"`)
    agent.human(prompt)
    stage.hook('claude-code', 'UserPromptSubmit', { session_id: SESSION, prompt })

    stage.say('The agent edits the code, runs the tests and stops:')
    agent.edit('src/price.js', 'export const total = (p) => p.reduce((a, b) => a + b)\n')
    agent.run('npx vitest run', 1, RED)
    const early = stopAgent(
      stage,
      agent,
      SESSION,
      'Done. total() sums the prices and all tests pass.',
    )
    stage.show('npx vitest run: 1 failed | 6 passed (7)')
    stage.show('"Done. total() sums the prices and all tests pass."')

    stage.say('It claims green, but the tests are red. The hook sends it back with that fact:')
    stage.show(readReason(early) ?? `Unexpected: ${early}`)

    stage.say('The agent fixes the code, runs the tests again and stops:')
    agent.edit('src/price.js', 'export const total = (p) => p.reduce((a, b) => a + b, 0)\n')
    agent.run('npx vitest run', 0, GREEN)
    stage.show('npx vitest run: 7 passed (7)')
    stage.show('"An empty list has the total 0 now. All 7 tests pass."')
    const late = stopAgent(
      stage,
      agent,
      SESSION,
      'An empty list has the total 0 now. All 7 tests pass.',
    )
    stage.say(
      readReason(late) === null
        ? 'Now the record agrees, and the stop goes through.'
        : `Unexpected: ${late}`,
    )
    if (late !== '') stage.show(late)
  },
}

const RED = [
  ' FAIL  test/price.test.js > total > is 0 for an empty list',
  'TypeError: Reduce of empty array with no initial value',
  '',
  ' Test Files  1 failed (1)',
  '      Tests  1 failed | 6 passed (7)',
].join('\n')

const GREEN = [' Test Files  1 passed (1)', '      Tests  7 passed (7)'].join('\n')
