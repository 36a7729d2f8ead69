import type { Scene } from '../scene.js'
import { readReason, scriptAgent, stopAgent } from '../scripted-agent.js'

const SESSION = 'demo-stall'
const COMMAND = 'node scripts/sync-stock.js'
const REFUSED = 'Error: connect ECONNREFUSED 127.0.0.1:5433'

export const scene: Scene = {
  name: 'stall',
  title: 'The agent goes in circles. Does it notice?',
  isThroughHook: true,
  async play(stage) {
    const agent = scriptAgent(stage, SESSION)
    stage.write('scripts/sync-stock.js', 'throw new Error("not today")\n')
    stage.git('add', '.')
    stage.git('commit', '--quiet', '-m', 'Sync the stock')
    stage.hook('claude-code', 'SessionStart', { session_id: SESSION, source: 'startup' })

    stage.say('You ask: "Sync the stock with the warehouse." The agent runs one command:')
    const prompt = 'Sync the stock with the warehouse.'
    agent.human(prompt)
    stage.hook('claude-code', 'UserPromptSubmit', { session_id: SESSION, prompt })
    for (let attempt = 0; attempt < 3; attempt += 1) agent.run(COMMAND, 1, REFUSED)
    stage.show([1, 2, 3].map((attempt) => `${attempt}  ${COMMAND}  →  ${REFUSED}`).join('\n'))

    stage.say('It stops with "I\'ll run it again." The hook answers with the repeated fact:')
    const nudge = stopAgent(stage, agent, SESSION, "I'll run it again.")
    stage.show(readReason(nudge) ?? `Unexpected: ${nudge}`)

    stage.say('It does the same again. Only now the words get sharper:')
    agent.run(COMMAND, 1, REFUSED)
    const again = stopAgent(stage, agent, SESSION, "Still refused. I'll try it again.")
    stage.show(readReason(again) ?? `Unexpected: ${again}`)

    stage.say('The agent looks at why it fails, and asks for what only you know:')
    agent.run('grep -n port config/warehouse.json', 0, '3:  "port": 5433')
    const question =
      'The warehouse listens on another port than the config says. Which port should I use?'
    const asked = stopAgent(stage, agent, SESSION, question)
    stage.show(`"${question}"`)
    stage.say(
      readReason(asked) === null
        ? 'An agent that waits for a person is left alone.'
        : `Unexpected: ${asked}`,
    )
  },
}
