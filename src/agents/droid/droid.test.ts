import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readTranscript as readFile } from '../../read/transcript.js'
import { agentContract } from '../../testing/agent-contract.js'
import { readTranscript } from '../__fixtures__/read-transcript.js'
import { droid } from './droid.js'
import { droidInstaller } from './install.js'
import { transcriptReader } from './transcript.js'

const base = {
  session_id: 'd1',
  transcript_path: '/home/u/.factory/sessions/-srv-shop/d1.jsonl',
  cwd: '/srv/shop',
  permission_mode: 'auto-low',
}
const named = (name: string, rest: object = {}) => ({ ...base, hook_event_name: name, ...rest })

agentContract(
  droid,
  [
    {
      title: 'a session that starts',
      kind: 'session-started',
      payload: named('SessionStart', { source: 'startup' }),
    },
    {
      title: 'a prompt',
      kind: 'prompt-submitted',
      payload: named('UserPromptSubmit', { prompt: 'Add it' }),
    },
    {
      title: 'a stop',
      kind: 'session-stopped',
      payload: named('Stop', { stop_hook_active: false, tool_execution_count: 0 }),
    },
    {
      title: 'a coming compaction',
      kind: 'session-compacting',
      payload: named('PreCompact', { trigger: 'auto' }),
    },
    { title: 'an end', kind: 'session-ended', payload: named('SessionEnd', { reason: 'other' }) },
    { title: 'a call that went well', kind: null, payload: named('PostToolUse') },
  ],
  { describe, it },
)

const message = (role: string, content: object[], rest: object = {}) => ({
  type: 'message',
  id: 'm1',
  timestamp: '2026-01-02T03:04:05.678Z',
  message: { role, content, ...rest },
})
const says = (text: string) => ({ type: 'text', text })

it.each<[string, unknown, object[]]>([
  [
    'a prompt',
    message('user', [says('Fix it')], { interactionMode: 'auto' }),
    [{ kind: 'human', text: 'Fix it' }],
  ],
  [
    'what the client adds',
    message('user', [says('<system-reminder>…</system-reminder>')]),
    [{ kind: 'synthetic', source: 'meta' }],
  ],
  [
    'what a hook did, which its user alone sees',
    message('user', [], { visibility: 'user_only', hookEventName: 'Stop' }),
    [],
  ],
  [
    'a text with a call',
    message('assistant', [
      says('I look.'),
      { type: 'tool_use', id: 'c1', name: 'Execute', input: { command: 'npm test' } },
    ]),
    [
      { kind: 'agent', text: 'I look.', messageId: 'm1' },
      { kind: 'tool-call', callId: 'c1', toolKind: 'command', command: 'npm test' },
    ],
  ],
  [
    'an edit',
    message('assistant', [
      {
        type: 'tool_use',
        id: 'c1',
        name: 'Edit',
        input: { file_path: 'a.ts', old_str: 'x', new_str: 'y' },
      },
    ]),
    [{ kind: 'tool-call', toolKind: 'edit', files: ['a.ts'], written: 'y' }],
  ],
  [
    'a command that failed',
    message('user', [
      {
        type: 'tool_result',
        tool_use_id: 'c1',
        is_error: true,
        content: 'Error: Command failed (exit code: 1)\nno\n\n[Process exited with code 1]',
      },
    ]),
    [{ kind: 'tool-result', callId: 'c1', status: 'failed', exitCode: 1 }],
  ],
])('reads %s in its session', (_title, line, entries) => {
  expect(readTranscript(transcriptReader, [line]).entries).toMatchObject(entries)
})

it.each([
  ['{"hooks":{"hooksDisabled":true}}', 'hooks.hooksDisabled'],
  ['{"general":{"allowManagedHooksOnly":true}}', 'general.allowManagedHooksOnly'],
  ['{"hooks":{"hooksDisabled":false}}', undefined],
])('sees in %s whether hooks are switched off', (text, setting) => {
  const seen = droidInstaller.inspect(text, 'settings.json')
  expect(seen.ok ? seen.switchedOff?.setting : null).toBe(setting)
})

it('has what its models used from the file beside its transcript, once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reflectory-droid-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'd1.jsonl')
  const use = (outputTokens: number): void => {
    appendFileSync(file, `${JSON.stringify(message('assistant', [says('Done.')]))}\n`)
    const tokenUsage = { inputTokens: 600, outputTokens, cacheReadTokens: 400 }
    writeFileSync(path.join(folder, 'd1.settings.json'), JSON.stringify({ model: 'm', tokenUsage }))
  }
  use(50)
  const first = await readFile({ path: file, reader: transcriptReader, mark: null })
  use(80)
  const { ledger } = await readFile({ path: file, reader: transcriptReader, mark: first.mark })
  expect(first.ledger.totals.tokens).toBe(1_050)
  expect(ledger.usage).toMatchObject([{ model: 'm', input: 600, cacheRead: 400, output: 80 }])
})
