import type { Scene } from '../scene.js'
import { scriptAgent } from '../scripted-agent.js'
import { readReason, stopAgent } from '../stop-agent.js'

const SESSION = 'demo-stop'

export const scene: Scene = {
  name: 'stop',
  title: 'The agent says it is done: is it?',
  async play(stage) {
    const agent = scriptAgent(stage, SESSION)
    stage.write('src/price.js', 'export const total = (prices) => prices.length\n')
    stage.git('add', '.')
    stage.git('commit', '--quiet', '-m', 'Prices')
    stage.hook('claude-code', 'SessionStart', { session_id: SESSION, source: 'startup' })

    const prompt = 'Fix total() so that it sums the prices. Make sure that all tests pass.'
    stage.say(`A human asks: "${prompt}"`)
    agent.human(prompt)
    stage.hook('claude-code', 'UserPromptSubmit', { session_id: SESSION, prompt })

    stage.say('The agent edits, runs the tests, and stops early:')
    agent.edit('src/price.js', 'export const total = (p) => p.reduce((a, b) => a + b)\n')
    agent.run('npx vitest run', 1, RED)
    const early = stopAgent(
      stage,
      agent,
      SESSION,
      'Done. total() sums the prices and all tests pass.',
    )
    stage.show('"Done. total() sums the prices and all tests pass."')

    stage.say('Its hook answers with the one fact that contradicts "done", and sends it back:')
    stage.show(readReason(early) ?? `Unexpected: ${early}`)

    stage.say('The agent mends what the fact names and runs the tests again:')
    agent.edit('src/price.js', 'export const total = (p) => p.reduce((a, b) => a + b, 0)\n')
    agent.run('npx vitest run', 0, GREEN)
    stage.show('Tests  7 passed (7)')
    const late = stopAgent(
      stage,
      agent,
      SESSION,
      'An empty list has the total 0 now. All 7 tests pass.',
    )
    stage.say(
      readReason(late) === null
        ? 'Now nothing stands against it, and the stop goes through.'
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
