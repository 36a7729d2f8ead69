/** A shop whose empty cart is red until a change to its source makes it green, told by real hooks. */
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { openSandbox } from './sandbox.js'
import type { Finished, Sandbox } from './sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }

export const RED = `Exit code 1

> shop@1.0.0 test
> node --test

✖ empty cart (2.37ms)
  TypeError [Error]: Cannot read properties of undefined (reading 'price')
      at total (/repo/src/cart.mjs:3:20)
      at TestContext.<anonymous> (/repo/test/cart.test.mjs:5:1)
ℹ tests 2
ℹ pass 1
ℹ fail 1

✖ failing tests:

test at test/cart.test.mjs:5:1
✖ empty cart (2.37ms)
`
export const GREEN = `> shop@1.0.0 test
> node --test

✔ empty cart (0.9ms)
ℹ tests 2
ℹ pass 2
ℹ fail 0
`

/** A session of Claude Code as it really goes: its transcript on disk, and a hook at its events. */
export function openSession(sandbox: Sandbox, id: string, day: string) {
  const folder = path.join(sandbox.home, '.claude', 'projects', 'repo')
  const file = path.join(folder, `${id}.jsonl`)
  mkdirSync(folder, { recursive: true })
  let lines = 0
  const write = (type: string, content: unknown): void => {
    lines += 1
    const at = `${day}T10:${String(lines).padStart(2, '0')}:00.000Z`
    const line = {
      type,
      sessionId: id,
      cwd: sandbox.root,
      timestamp: at,
      uuid: `${id}-${lines}`,
      message: { role: type, content },
    }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  }
  const hook = async (fields: { hook_event_name: string } & Record<string, unknown>) => {
    const common = { session_id: id, cwd: sandbox.root, transcript_path: file }
    const args = ['claude-code', fields.hook_event_name]
    return contextOf(await sandbox.hook(args, { ...common, ...fields }, SOLO))
  }
  const use = (name: string, input: object): string => {
    write('assistant', [{ type: 'tool_use', id: `t${lines}`, name, input }])
    return `t${lines - 1}`
  }
  const result = (tool: string, content: string, isError: boolean): void =>
    write('user', [{ type: 'tool_result', tool_use_id: tool, content, is_error: isError }])
  return {
    prompt(text: string) {
      write('user', text)
      return hook({ hook_event_name: 'UserPromptSubmit', prompt: text })
    },
    edit(target: string, before: string, after: string) {
      const file_path = path.join(sandbox.root, target)
      const tool = use('Edit', { file_path, old_string: before, new_string: after })
      result(tool, 'ok', false)
    },
    runs(command: string, output: string) {
      result(use('Bash', { command }), output, false)
    },
    async fails(command: string, error = RED) {
      const tool = use('Bash', { command })
      const said = await hook({
        hook_event_name: 'PostToolUseFailure',
        tool_name: 'Bash',
        tool_input: { command },
        tool_use_id: tool,
        error,
        is_interrupt: false,
      })
      result(tool, error, true)
      return said
    },
    stop(text: string) {
      write('assistant', [{ type: 'text', text }])
      return hook({
        hook_event_name: 'Stop',
        stop_hook_active: false,
        last_assistant_message: text,
      })
    },
    async compacting() {
      const fields = { hook_event_name: 'PreCompact', trigger: 'auto', session_id: id }
      const place = { cwd: sandbox.root, transcript_path: file }
      const { code, stdout } = await sandbox.hook(
        ['claude-code', 'PreCompact'],
        { ...fields, ...place },
        SOLO,
      )
      expect(code).toBe(0)
      return stdout
    },
    end: () => hook({ hook_event_name: 'SessionEnd', reason: 'exit' }),
  }
}

/** What the agent is told; null for silence. */
export function contextOf({ code, stdout, stderr }: Finished): string | null {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  if (stdout.trim() === '') return null
  const reply = JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } }
  return reply.hookSpecificOutput?.additionalContext ?? stdout
}

/** A shop whose files are tracked. */
export function openShop(): Sandbox {
  const sandbox = openSandbox()
  sandbox.write('package.json', '{"name":"shop","scripts":{"test":"node --test"}}')
  sandbox.write('src/cart.mjs', 'export function total(items) { return items[0].price }\n')
  sandbox.write('test/cart.test.mjs', "test('empty cart', () => total([]))\n")
  sandbox.git('add', '.')
  sandbox.git('commit', '--quiet', '-m', 'start')
  return sandbox
}

/** One day: the test is red, a change to the test does not help, one to the source does. */
export async function firstDay(sandbox: Sandbox, id = 'monday'): Promise<void> {
  const session = openSession(sandbox, id, '2030-01-07')
  await session.prompt('Add the cart')
  expect(await session.fails('npm test')).toBeNull()
  session.edit('test/cart.test.mjs', 'total([])', 'total([ ])')
  expect(await session.fails('npm test')).toBeNull()
  session.edit(
    'src/cart.mjs',
    'export function total(items) { return items[0].price }',
    'export function total(items) { return items[0]?.price ?? 0 }',
  )
  session.runs('npm test', GREEN)
  await session.stop('The empty cart is handled. All tests pass.')
  await session.end()
}

export const LESSON =
  '`npm test` was red at `test/cart.test.mjs › empty cart` (TypeError, `price`). Once a change to `src/cart.mjs` (1 line at `total`) made it green; a change to the test did not.'
