import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }

/** A transcript as the client keeps it: what was asked, and how the agent's last message ends. */
function transcriptOf(sandbox: Sandbox, request: string, message: string): string {
  const folder = path.join(sandbox.home, '.claude', 'projects', 'repo')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 's1.jsonl')
  const common = { sessionId: 's1', cwd: sandbox.root, timestamp: '2026-03-01T10:00:00.000Z' }
  const lines = [
    { type: 'user', uuid: 'u1', ...common, message: { role: 'user', content: request } },
    {
      type: 'assistant',
      uuid: 'u2',
      ...common,
      message: { role: 'assistant', id: 'm1', content: [{ type: 'text', text: message }] },
    },
  ]
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

it.each([
  {
    name: 'gives the thread back as context',
    message: 'The header is done. Now I need to add the footer.',
    expected: {
      hookSpecificOutput: {
        hookEventName: 'SessionStart',
        additionalContext: expect.stringContaining('- Task: "Add a header and a footer"'),
      },
    },
  },
])('after a compaction the hook $name', async ({ message, expected }) => {
  const sandbox = openSandbox()
  const transcript_path = transcriptOf(sandbox, 'Add a header and a footer', message)
  const payload = {
    hook_event_name: 'SessionStart',
    source: 'compact',
    session_id: 's1',
    cwd: sandbox.root,
    transcript_path,
  }
  const { code, stdout } = await sandbox.hook(['claude-code'], payload, SOLO)
  const reply: unknown = stdout === '' ? null : JSON.parse(stdout)
  expect({ code, reply }).toEqual({ code: 0, reply: expected })
})
