import { scriptAgent } from '../../../stories/scripted-agent.js'
import type { Sandbox } from '../../support/sandbox.js'

export const ASKED = 'Fix total() so that it sums the prices. Make sure that all tests pass.'
/** An agent's text is data: were it markup, this would run. */
export const SCRIPT =
  '<img src=x onerror="window.broken = true"><script>window.broken = true</script>'
const CLAIMED = `Done. total() sums the prices and all tests pass. ${SCRIPT}`

const SOLO = { REFLECTION_MODE: 'solo' }
const RED = [
  ' FAIL  test/price.test.js > total > is 0 for an empty list',
  ' Test Files  1 failed (1)',
  '      Tests  1 failed | 6 passed (7)',
].join('\n')
const GREEN = [' Test Files  1 passed (1)', '      Tests  7 passed (7)'].join('\n')

/** Through the real hook: an agent says that it is done, is sent back, and finishes. */
export async function tellStory(sandbox: Sandbox, session: string): Promise<void> {
  const { home, root, write } = sandbox
  const agent = scriptAgent({ home, root, write: (file, text) => void write(file, text) }, session)
  const hook = async (event: string, payload: object) => {
    const whole = { session_id: session, cwd: root, ...payload }
    const done = await sandbox.hook(['claude-code', event], whole, SOLO)
    if (done.code !== 0) throw new Error(`The hook ended with ${done.code}: ${done.stderr}`)
  }
  const stop = async (text: string) => {
    agent.says(text)
    await hook('Stop', { transcript_path: agent.transcript, last_assistant_message: text })
  }
  await hook('SessionStart', { source: 'startup' })
  agent.human(ASKED)
  await hook('UserPromptSubmit', { prompt: ASKED })
  agent.edit('src/price.js', 'export const total = (p) => p.reduce((a, b) => a + b)\n')
  agent.run('npx vitest run', 1, RED)
  await stop(CLAIMED)
  agent.edit('src/price.js', 'export const total = (p) => p.reduce((a, b) => a + b, 0)\n')
  agent.run('npx vitest run', 0, GREEN)
  await stop('An empty list has the total 0 now. All 7 tests pass.')
}
