import type { Scene } from '../scene.js'
import { scriptAgent } from '../scripted-agent.js'
import type { ScriptedAgent } from '../scripted-agent.js'
import type { Stage } from '../stage.js'

const SESSION = 'demo-stall'
const COMMAND = 'node scripts/sync-stock.js'
const REFUSED = 'Error: connect ECONNREFUSED 127.0.0.1:5433'

export const scene: Scene = {
  name: 'stall',
  title: 'The agent goes in circles: does anybody notice?',
  async play(stage) {
    const agent = scriptAgent(stage, SESSION)
    stage.write('scripts/sync-stock.js', 'throw new Error("not today")\n')
    stage.git('add', '.')
    stage.git('commit', '--quiet', '-m', 'Sync the stock')
    stage.hook('claude-code', 'SessionStart', { session_id: SESSION, source: 'startup' })

    stage.say('A human asks: "Sync the stock with the warehouse." The agent runs one command:')
    const prompt = 'Sync the stock with the warehouse.'
    agent.human(prompt)
    stage.hook('claude-code', 'UserPromptSubmit', { session_id: SESSION, prompt })
    for (let attempt = 0; attempt < 3; attempt += 1) agent.run(COMMAND, 1, REFUSED)
    stage.show([1, 2, 3].map((attempt) => `${attempt}  ${COMMAND}  →  ${REFUSED}`).join('\n'))

    stage.say('It stops with "I\'ll run it again." Its hook answers with the repeated fact:')
    const nudge = stop(stage, agent, "I'll run it again.")
    stage.show(readReason(nudge) ?? `Unexpected: ${nudge}`)

    stage.say('It does it once more all the same. Only now the words get sharper:')
    agent.run(COMMAND, 1, REFUSED)
    const again = stop(stage, agent, "Still refused. I'll try it again.")
    stage.show(readReason(again) ?? `Unexpected: ${again}`)

    stage.say('The agent looks at why it fails, and asks for what only the human has:')
    agent.run('grep -n port config/warehouse.json', 0, '3:  "port": 5433')
    const question =
      'The warehouse listens on another port than the config says. Which port should I use?'
    const asked = stop(stage, agent, question)
    stage.show(`"${question}"`)
    stage.say(
      readReason(asked) === null
        ? 'Whoever waits for a person is left alone.'
        : `Unexpected: ${asked}`,
    )
  },
}

function stop(stage: Stage, agent: ScriptedAgent, text: string): string {
  agent.says(text)
  return stage.hook('claude-code', 'Stop', {
    session_id: SESSION,
    transcript_path: agent.transcript,
    last_assistant_message: text,
  })
}

/** The words that send the agent on; null when it may stop. */
function readReason(reply: string): string | null {
  if (reply === '') return null
  const { decision, reason } = JSON.parse(reply) as { decision?: string; reason?: string }
  return decision === 'block' ? (reason ?? '') : null
}
