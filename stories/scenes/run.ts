import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { RunRecord } from '../../src/schema/run-record.js'
import type { Scene } from '../scene.js'
import type { Stage } from '../stage.js'

const SESSION = 'demo-run'

export const scene: Scene = {
  name: 'run',
  title: 'The run stopped: what changed, how risky is it, what does the agent know?',
  isThroughHook: true,
  async play(stage) {
    stage.write('package.json', '{ "name": "shop", "version": "1.0.0" }\n')
    stage.write('src/cart.ts', 'export const total = (prices: number[]) => prices.length\n')
    stage.git('add', '.')
    stage.git('commit', '--quiet', '-m', 'A small shop')
    stage.hook('claude-code', 'SessionStart', { session_id: SESSION, source: 'startup' })

    const prompt = 'Keep users signed in for a week.'
    stage.say(`You ask: "${prompt}" The agent works:`)
    stage.hook('claude-code', 'UserPromptSubmit', { session_id: SESSION, prompt })
    stage.write('src/auth/session.ts', 'export const lifetimeMs = 7 * 24 * 60 * 60 * 1000\n')
    stage.write('README.md', '# Shop\n\nUsers stay signed in for a week.\n')
    stage.git('add', '.')
    stage.git('commit', '--quiet', '-m', 'Keep users signed in for a week')
    stage.write('src/auth/refresh.ts', 'export const refresh = () => undefined\n')
    stage.show('committed  src/auth/session.ts, README.md\nuntracked  src/auth/refresh.ts')

    stage.say('It also says what it is least sure of, in .reflection/reflection-input.json:')
    const report = {
      confidence: 0.6,
      most_likely_wrong: {
        surface: 'ui',
        description: 'the sign-in page may still show the old text',
      },
    }
    stage.write('.reflection/reflection-input.json', JSON.stringify(report))
    stage.show(JSON.stringify(report))

    stage.say('It stops. The hook says nothing and records this:')
    const said = stage.hook('claude-code', 'Stop', {
      session_id: SESSION,
      last_assistant_message: 'Users now stay signed in for a week.',
    })
    const record = newestRecord(stage)
    stage.show(describe(record))
    stage.say(
      said === '' && record.risk.needs_review
        ? 'The agent points at the page, but the change is in sign-in. A person should look at it.'
        : `Unexpected: ${said || JSON.stringify(record.risk)}`,
    )
  },
}

function newestRecord(stage: Stage): RunRecord {
  const directory = '.reflection/runs'
  const names = readdirSync(path.join(stage.root, directory)).sort()
  const newest = names.findLast((name) => name.startsWith(SESSION))!
  return JSON.parse(stage.read(`${directory}/${newest}`)) as RunRecord
}

function describe(record: RunRecord): string {
  return [
    `task       ${record.task_ref}`,
    `changed    ${record.files_changed.join(', ')}`,
    `risk       ${record.risk.score} ${record.risk.reason}${record.risk.needs_review ? ' → needs review' : ''}`,
    `declared   ${record.most_likely_wrong?.surface}: ${record.most_likely_wrong?.description}`,
    `confidence ${record.confidence}`,
  ].join('\n')
}
