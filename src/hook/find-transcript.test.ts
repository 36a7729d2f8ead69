import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { claudeCode } from '../agents/claude-code/claude-code.js'
import { findTranscript } from './find-transcript.js'
import type { HookInput } from './hook-input.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([
  { name: 'Stop', waits: true },
  // Nothing is read of it there.
  { name: 'SubagentStop', waits: false },
])('waits at $name until the last words stand in the transcript: $waits', async (row) => {
  const home = mkdtempSync(path.join(tmpdir(), 'find-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const file = path.join(home, '.claude', 'projects', 'x', 's1.jsonl')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, '')
  const value = {
    hook_event_name: row.name,
    session_id: 's1',
    transcript_path: file,
    last_assistant_message: 'Done.',
  }
  const context = { eventName: null, id: 'd1', now: '2026-03-01T10:00:00.000Z', degraded: null }
  const done = vi.fn()
  const budget = { signal: new AbortController().signal }
  void findTranscript(
    claudeCode.decode(value, context)!,
    {
      deliveryId: 'd1',
      payload: { value, text: '{}', degraded: null },
      notices: [],
      report: () => {},
    },
    { agent: claudeCode, env: {}, home, budget } as unknown as HookInput,
  ).then(done)
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toHaveBeenCalledTimes(row.waits ? 0 : 1)
  const message = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }
  writeFileSync(file, `${JSON.stringify({ type: 'assistant', message })}\n`)
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toHaveBeenCalledOnce()
})
