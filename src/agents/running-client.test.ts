import { expect, it } from 'vitest'
import { runningClient } from './running-client.js'

it.each([
  { named: 'claude-code', env: {}, client: 'claude-code' },
  { named: 'claude-code', env: { GROK_HOOK_EVENT: 'stop' }, client: 'grok' },
  { named: 'cursor', env: { GROK_HOOK_EVENT: 'stop' }, client: 'grok' },
  { named: 'codex', env: { GROK_HOOK_EVENT: 'stop' }, client: 'codex' },
  { named: 'constructor', env: {}, client: 'constructor' },
])('an entry of $named that starts with $env is run by $client', ({ named, env, client }) => {
  expect(runningClient(named, env)).toBe(client)
})
