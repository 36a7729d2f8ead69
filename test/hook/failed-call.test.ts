import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { openSandbox } from '../support/sandbox.js'
import type { Finished, Sandbox } from '../support/sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }
const ERROR = 'Exit code 1\nFAIL  src/cart.test.ts > adds up'

/** A session of a client that calls a hook for failed calls only, and writes what it does. */
function openSession(sandbox: Sandbox, { agent = 'claude-code', transcript = true } = {}) {
  const folder = path.join(sandbox.home, '.claude', 'projects', 'repo')
  const file = path.join(folder, 's1.jsonl')
  mkdirSync(folder, { recursive: true })
  let calls = 0
  const write = (type: string, content: unknown): void => {
    if (!transcript) return
    const line = { type, sessionId: 's1', uuid: `u${calls}`, message: { role: type, content } }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  }
  const hook = (fields: object, env = {}): Promise<Finished> => {
    const common = { session_id: 's1', cwd: sandbox.root, transcript_path: file }
    return sandbox.hook([agent], { ...common, ...fields }, { ...SOLO, ...env })
  }
  const use = (name: string, input: object): string => {
    const id = `toolu_${(calls += 1)}`
    write('assistant', [{ type: 'tool_use', id, name, input }])
    return id
  }
  const result = (id: string, content: string, isError: boolean): void =>
    write('user', [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }])
  return {
    hook,
    async prompt(text = 'Make the tests pass') {
      write('user', text)
      return hook({ hook_event_name: 'UserPromptSubmit', prompt: text })
    },
    /** A call that went well: no hook is called for it. */
    works(name: string, input: object) {
      result(use(name, input), 'ok', false)
    },
    /** The client writes a failed call's result after its hook has answered. */
    async fails(name: string, input: object, { error = ERROR, fields = {}, env = {} } = {}) {
      const id = use(name, input)
      const done = await hook(
        {
          hook_event_name: 'PostToolUseFailure',
          tool_name: name,
          tool_input: input,
          tool_use_id: id,
          error,
          is_interrupt: false,
          ...fields,
        },
        env,
      )
      result(id, error, true)
      return done
    },
    stop: () => hook({ hook_event_name: 'Stop', last_assistant_message: 'I stop here.' }),
  }
}

const TEST = { command: 'npm test', description: 'Run the tests' }

/** What was added behind the call, or what else was said; null for silence. */
function said({ code, stdout, stderr }: Finished): string | null {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  if (stdout === '') return null
  const reply = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> }
  expect(Object.keys(reply)).toEqual(['hookSpecificOutput'])
  expect(reply.hookSpecificOutput['hookEventName']).toBe('PostToolUseFailure')
  return reply.hookSpecificOutput['additionalContext'] ?? null
}

async function withStore<T>(
  sandbox: Sandbox,
  read: (store: Awaited<ReturnType<typeof openSqliteStore>>) => Promise<T>,
): Promise<T> {
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  try {
    return await read(store)
  } finally {
    await store.close()
  }
}

describe.each([{ transcript: true }, { transcript: false }])(
  'a call that fails again and again, with a transcript: $transcript',
  (given) => {
    it('gets one nudge in 25 failures, behind the third, and never a decision', async () => {
      const sandbox = openSandbox()
      const session = openSession(sandbox, given)
      await session.prompt()
      const answers: (string | null)[] = []
      for (let call = 0; call < 25; call += 1) {
        answers.push(said(await session.fails('Bash', TEST)))
      }
      expect(answers.flatMap((text, index) => (text === null ? [] : [index + 1]))).toEqual([3])
      expect(answers[2]).toContain('3 times')
      expect(answers[2]).toContain('npm test')
      const state = await withStore(sandbox, (store) => store.readSession('s1'))
      expect(state).toMatchObject({ attempts: 1 })
    }, 60_000)
  },
)
