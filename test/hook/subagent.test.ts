import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }
const ASKED = 'Fix sum in src/sum.js.'
const line = (type: string, content: unknown, more = {}) => ({
  type,
  sessionId: 's1',
  timestamp: '2026-03-01T10:00:00.000Z',
  ...more,
  message: { role: type, content },
})
const call = (id: string, name: string, input: object, output: string, more = {}) => [
  line('assistant', [{ type: 'tool_use', id, name, input }], more),
  line(
    'user',
    [
      {
        type: 'tool_result',
        tool_use_id: id,
        content: output,
        ...(output.startsWith('Exit') ? { is_error: true } : {}),
      },
    ],
    more,
  ),
]
const RED = 'Exit code 1\n Tests  1 failed | 2 passed (3)\n'
const GREEN = call('c', 'Bash', { command: 'npm test' }, ' Tests  3 passed (3)\n')

it.each([
  {
    name: 'is pushed with its name where the agent neither settled nor told it',
    after: [],
    message: 'I had the tests run by a subagent. sum() is fixed.',
    reason: '`npm test` failed when it last ran, in the subagent "Run the tests"',
  },
  {
    name: 'is left alone where the report tells it',
    after: [],
    message: 'sum() is fixed, but npm test is still red: the subagent saw 1 failure.',
    reason: '',
  },
  {
    name: 'is left alone where the agent ran it green',
    after: GREEN,
    message: 'sum() is fixed.',
    reason: '',
  },
])("a subagent's red run $name", async ({ after, message, reason }) => {
  const sandbox = openSandbox()
  sandbox.write('src/sum.js', 'export const sum = 1\n')
  sandbox.git('add', '-A')
  sandbox.git('commit', '--quiet', '-m', 'before')
  const transcript_path = path.join(sandbox.home, '.claude', 'projects', 'repo', 's1.jsonl')
  mkdirSync(path.dirname(transcript_path), { recursive: true })
  const common = { session_id: 's1', cwd: sandbox.root, transcript_path }
  const prompted = { hook_event_name: 'UserPromptSubmit', prompt: ASKED, ...common }
  await sandbox.hook(['claude-code'], prompted, SOLO)
  sandbox.write('src/sum.js', 'export const sum = 2\n')
  const change = { file_path: 'src/sum.js', old_string: '1', new_string: '2' }
  const task = { description: 'Run the tests', subagent_type: 'tester', prompt: 'Run npm test' }
  const [started, ended] = call('t', 'Task', task, 'It ran.')
  const lines = [
    line('user', ASKED),
    ...call('e', 'Edit', change, 'ok'),
    started,
    ...call('b', 'Bash', { command: 'npm test' }, RED, { isSidechain: true }),
    ended,
    ...after,
    line('assistant', [{ type: 'text', text: message }]),
  ]
  writeFileSync(transcript_path, lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const stop = { hook_event_name: 'Stop', stop_hook_active: false, ...common }
  const { stdout } = await sandbox.hook(
    ['claude-code'],
    { ...stop, last_assistant_message: message },
    SOLO,
  )
  const said = stdout === '' ? '' : (JSON.parse(stdout) as { reason: string }).reason
  expect({ isPushed: said !== '', said }).toEqual({
    isPushed: reason !== '',
    said: expect.stringContaining(reason),
  })
})
