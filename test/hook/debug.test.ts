import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'

async function stopWith(debug: string) {
  const sandbox = openSandbox()
  const env = { REFLECTION_MODE: 'solo', REFLECTION_DEBUG: debug }
  const common = { session_id: 's1', cwd: sandbox.root }
  const prompt = { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'Say hello' }
  const stop = { ...common, hook_event_name: 'Stop', last_assistant_message: 'Hello.' }
  const replies = []
  for (const payload of [prompt, stop]) {
    const { stdout, stderr } = await sandbox.hook(['claude-code'], payload, env)
    replies.push({ stdout, stderr })
  }
  const file = path.join(sandbox.stateDir(), 'logs', 'hook.log')
  const log = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return { replies, log }
}

it('writes one line per decision, with times, to the log and never into a reply', async () => {
  const [plain, debugged] = [await stopWith('0'), await stopWith('1')]
  expect(plain.log).toEqual([])
  expect(debugged.replies).toEqual(plain.replies)
  expect(debugged.log).toHaveLength(2)
  expect(debugged.log[0]).toMatch(/"where":"prompt-submitted".*s1 → none \(logged\) in \d+ ms/)
  expect(debugged.log[1]).toMatch(/"where":"session-stopped".* in \d+ ms \(run: .*stop: .* \d+ ms/)
})
