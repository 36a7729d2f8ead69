import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import type { Sandbox } from './sandbox.js'

/** One thing that happens in a session, in the order in which it happened. */
export type Happening =
  | { human: string }
  | { says: string }
  | { edits: string; wrote?: string }
  | { runs: string; exit?: number; output?: string; edited?: string[] }
  | { line: object }

export const human = (text: string): Happening => ({ human: text })
export const says = (text: string): Happening => ({ says: text })
export const edits = (file: string, wrote?: string): Happening => ({
  edits: file,
  ...(wrote === undefined ? {} : { wrote }),
})
export const runs = (command: string, exit = 0, output = '', edited?: string[]): Happening => ({
  runs: command,
  exit,
  output,
  ...(edited === undefined ? {} : { edited }),
})

export const VITEST_RED =
  ' FAIL  test/a.test.ts > adds numbers\n Test Files  1 failed (1)\n      Tests  1 failed | 6 passed (7)'
export const VITEST_GREEN = ' Test Files  1 passed (1)\n      Tests  7 passed (7)'

export type Form = 'claude-code' | 'codex'
export const FORMS: readonly Form[] = ['claude-code', 'codex']

export interface Stopped {
  pushed: boolean
  /** What the agent or the user is told; empty when nothing is. */
  text: string
}

/** A session of a client on disk, which stops as often as it is told to. */
export function openStory(sandbox: Sandbox, form: Form = 'claude-code') {
  const folder =
    form === 'codex'
      ? path.join(sandbox.home, '.codex', 'sessions')
      : path.join(sandbox.home, '.claude', 'projects', 'repo')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 's1.jsonl')
  let calls = 0
  let clock = Date.now() - 600_000
  const at = () => new Date((clock += 1_000)).toISOString()
  const common = { session_id: 's1', cwd: sandbox.root, transcript_path: file }
  const env = { REFLECTION_MODE: 'solo' }
  return {
    /** When the next thing in the transcript happens. */
    set clock(ms: number) {
      clock = ms
    },
    get clock() {
      return clock
    },
    async stop(...happenings: Happening[]): Promise<Stopped> {
      const linesOf = form === 'codex' ? codexLines : claudeLines
      for (const one of happenings) {
        if ('human' in one) {
          const prompt = { ...common, hook_event_name: 'UserPromptSubmit', prompt: one.human }
          await sandbox.hook([form], prompt, env)
        }
        const lines = linesOf(one, `c${(calls += 1)}`, at)
        appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      }
      const last = happenings.findLast((one) => 'says' in one)
      const payload = {
        ...common,
        hook_event_name: 'Stop',
        stop_hook_active: false,
        ...(last === undefined ? {} : { last_assistant_message: last.says }),
      }
      const done = await sandbox.hook([form], payload, env)
      expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' })
      const reply = done.stdout === '' ? {} : (JSON.parse(done.stdout) as Record<string, string>)
      return {
        pushed: reply['decision'] === 'block',
        text: reply['reason'] ?? reply['systemMessage'] ?? '',
      }
    },
  }
}

function claudeLines(one: Happening, id: string, at: () => string): object[] {
  if ('line' in one) return [one.line]
  const line = (type: string, content: unknown, fields = {}) => ({
    type,
    sessionId: 's1',
    timestamp: at(),
    message: { role: type, content },
    ...fields,
  })
  if ('human' in one) return [line('user', one.human)]
  if ('says' in one) return [line('assistant', [{ type: 'text', text: one.says }])]
  const result = (content: string, fields: object) =>
    line('user', [{ type: 'tool_result', tool_use_id: id, content, ...fields }])
  if ('edits' in one) {
    const input = { file_path: one.edits, old_string: 'a', new_string: one.wrote ?? 'b = 1' }
    return [line('assistant', [{ type: 'tool_use', id, name: 'Edit', input }]), result('ok', {})]
  }
  const { runs: command, exit = 0, output = '', edited } = one
  const call = [{ type: 'tool_use', id, name: 'Bash', input: { command } }]
  const ended = result(
    exit === 0 ? output : `Exit code ${exit}\n${output}`,
    exit === 0 ? {} : { is_error: true },
  )
  const files = edited?.map((filePath) => ({ filePath, hunks: [] }))
  return [
    line('assistant', call),
    files === undefined ? ended : { ...ended, toolUseResult: { bashEditDiff: { files } } },
  ]
}

function codexLines(one: Happening, id: string, at: () => string): object[] {
  if ('line' in one) return [one.line]
  const item = (payload: object) => ({ timestamp: at(), type: 'response_item', payload })
  const message = (role: string, text: string) =>
    item({ type: 'message', role, content: [{ type: 'input_text', text }] })
  if ('human' in one) return [message('user', one.human)]
  if ('says' in one) return [message('assistant', one.says)]
  const call = (name: string, input: object | string) =>
    item(
      typeof input === 'string'
        ? { type: 'custom_tool_call', call_id: id, name, input }
        : { type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) },
    )
  const ended = (exit: number, output: string) =>
    item({
      type: 'function_call_output',
      call_id: id,
      output: JSON.stringify({ output, metadata: { exit_code: exit } }),
    })
  if ('edits' in one) {
    const added = (one.wrote ?? 'b = 1').replaceAll(/^/gm, '+')
    const patch = `*** Begin Patch\n*** Update File: ${one.edits}\n@@\n-a\n${added}\n*** End Patch`
    return [call('apply_patch', patch), ended(0, 'Success')]
  }
  return [
    call('shell', { command: ['bash', '-lc', one.runs] }),
    ended(one.exit ?? 0, one.output ?? ''),
  ]
}
