import { readFileSync } from 'node:fs'
import path from 'node:path'
import { searchEntries } from '../../src/memory/search-entries.js'
import { playScenario } from '../turns/play-scenario.js'
import { readScenario } from '../turns/scenario.js'
import type { Scene } from '../scene.js'
import type { Stage } from '../stage.js'

export const scene: Scene = {
  name: 'turn',
  title: 'A turn ended: what is worth remembering?',
  isThroughHook: true,
  async play(stage) {
    stage.say('You switch the memory of turns on: turn: { enabled: true }')
    stage.configure({ turn: { enabled: true } })
    stage.hook('claude-code', 'SessionStart', { session_id: 'demo-turn', source: 'startup' })
    stage.say('The agent works for two turns. It mentions a token, as agents do:')
    const token = 'ghp_' + 'a1B2'.repeat(9)
    endTurn(stage, 'The login redirect lost its cookie; it needs SameSite=None behind the proxy.')
    endTurn(stage, `The nightly export works again: it needed the new token ${token}.`)
    stage.say('Weeks later: reflect memory search "cookie of the login"')
    stage.show(await search(stage, 'cookie of the login'))
    stage.say('And the token? reflect memory search "export token"')
    stage.show(await search(stage, 'export token'))

    stage.say(
      'It is deterministic. Without the hook: eight agents, one after the other, then all at once:',
    )
    const alone = await play(stage, 1)
    const together = await play(stage, 8)
    stage.show(alone.split('\n').slice(0, 2).join('\n'))
    stage.say(
      alone === together
        ? `${alone.trimEnd().split('\n').length} lines of log, the same bytes both times.`
        : 'Unexpected: the logs differ.',
    )
  },
}

function endTurn(stage: Stage, message: string): void {
  const session_id = 'demo-turn'
  stage.hook('claude-code', 'UserPromptSubmit', { session_id, prompt: 'go on' })
  stage.show(`agent: ${message.replaceAll(/ghp_\w+/g, 'ghp_…')}`)
  stage.hook('claude-code', 'Stop', { session_id, last_assistant_message: message })
}

async function search(stage: Stage, text: string): Promise<string> {
  const store = await stage.openStore()
  const found = await searchEntries(store, { text, limit: 1 })
  await store.close()
  return found.map(({ entry }) => entry.text).join('\n')
}

const AGENTS = ['ada', 'bob', 'cleo', 'dan', 'eve', 'finn', 'gus', 'hana']

const SCENARIO = [
  'config:\n  turn: { enabled: true }\nturns:',
  ...[1, 2].map((turn) =>
    AGENTS.map((agent, index) => {
      const says = `Part ${index} of step ${turn} is done.`
      return `${index === 0 ? '  -' : '   '} ${agent}: { hears: next step, says: "${says}", reflection: yes }`
    }).join('\n'),
  ),
].join('\n')

/** The log of the step, played by so many agents at once, with pauses at random. */
async function play(stage: Stage, parallel: number): Promise<string> {
  const dir = path.join(stage.home, `logs-${parallel}`)
  const store = await (await import('../../src/store/memory.js')).openMemoryStore()
  await playScenario({
    scenario: readScenario(SCENARIO, 'demo.yaml'),
    store,
    model: null,
    logs: { dir },
    notAfter: null,
    parallel,
    dryRun: false,
    seed: parallel,
  })
  await store.close()
  return readFileSync(path.join(dir, 't3_reflection.jsonl'), 'utf8')
}
