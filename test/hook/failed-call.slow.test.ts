import { appendFileSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSqlite } from '../../src/store/sql/sqlite-library.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { openSandbox } from '../support/sandbox.js'
import type { Finished, Sandbox } from '../support/sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }
const ERROR = 'Exit code 1\nFAIL  src/cart.test.ts > adds up'

/** A session of a client that calls a hook for failed calls only, and writes what it does. */
function openSession(sandbox: Sandbox, { transcript = true } = {}) {
  const folder = path.join(sandbox.home, '.claude', 'projects', 'repo')
  const file = path.join(folder, 's1.jsonl')
  mkdirSync(folder, { recursive: true })
  let calls = 0
  const write = (type: string, content: unknown): void => {
    if (!transcript) return
    const line = { type, sessionId: 's1', uuid: `u${calls}`, message: { role: type, content } }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  }
  const hook = (
    fields: { hook_event_name: string } & Record<string, unknown>,
    env = {},
  ): Promise<Finished> => {
    const common = { session_id: 's1', cwd: sandbox.root, transcript_path: file }
    const args = ['claude-code', fields.hook_event_name]
    return sandbox.hook(args, { ...common, ...fields }, { ...SOLO, ...env })
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

describe('calls that fail at the same time, each told by a process of its own', () => {
  it.each([{ rounds: [3] }, { rounds: [2, 2] }, { rounds: [1, 3, 2] }])(
    'get one nudge as soon as there are three: $rounds',
    async ({ rounds }) => {
      const sandbox = openSandbox()
      const session = openSession(sandbox)
      await session.prompt()
      const nudged: number[] = []
      for (const [round, count] of rounds.entries()) {
        const calls = Array.from({ length: count }, () => session.fails('Bash', TEST))
        const heard = (await Promise.all(calls)).map(said).filter((text) => text !== null)
        nudged.push(...heard.map(() => round))
      }
      const total = (until: number) => rounds.slice(0, until + 1).reduce((a, b) => a + b)
      expect(nudged).toEqual([rounds.findIndex((_, round) => total(round) >= 3)])
      const state = await withStore(sandbox, (store) => store.readSession('s1'))
      expect(Object.values(state?.failures ?? {})).toEqual([total(rounds.length)])
    },
  )

  it('are all counted when one of them finds the store in use, and the next one is told', async () => {
    const sandbox = openSandbox()
    const session = openSession(sandbox)
    await session.prompt()
    const first = [session.fails('Bash', TEST), session.fails('Bash', TEST)]
    expect((await Promise.all(first)).map(said)).toEqual([null, null])
    const other = new (loadSqlite().DatabaseSync)(path.join(sandbox.stateDir(), 'reflectory.db'))
    other.exec('BEGIN IMMEDIATE')
    expect(said(await session.fails('Bash', TEST))).toBeNull()
    other.exec('ROLLBACK')
    other.close()
    expect(said(await session.fails('Bash', TEST))).toContain('4 times')
  })
})

describe('a failed call', () => {
  it('is logged with what makes it recognisable, and says nothing by itself', async () => {
    const sandbox = openSandbox()
    const session = openSession(sandbox)
    await session.prompt()
    expect(said(await session.fails('Bash', TEST))).toBeNull()
    const [logged] = await withStore(sandbox, (store) =>
      store.readEvents({ kinds: ['agent.tool-finished'] }),
    )
    expect(logged?.body).toMatchObject({
      tool: 'Bash',
      callId: 'toolu_1',
      failed: true,
      call: { toolKind: 'command', action: 'npm test', exitCode: 1 },
    })
  })

  it('is no loop while the agent works on what fails', async () => {
    const sandbox = openSandbox()
    const session = openSession(sandbox)
    await session.prompt()
    for (let turn = 0; turn < 5; turn += 1) {
      const error = `Exit code 1\ncase ${turn} is red`
      expect(said(await session.fails('Bash', TEST, { error }))).toBeNull()
      session.works('Edit', { file_path: 'src/cart.ts', old_string: `${turn}`, new_string: 'x' })
    }
  })

  it.each([
    { name: 'a polling loop', tool: 'Bash', input: () => ({ command: 'curl -sf localhost:80/' }) },
    {
      name: 'a batch of edits',
      tool: 'Edit',
      input: (turn: number) => ({ file_path: `src/${turn}.ts`, old_string: 'a', new_string: 'b' }),
    },
  ])('is no loop in $name', async ({ tool, input }) => {
    const session = openSession(openSandbox())
    await session.prompt()
    for (let turn = 0; turn < 6; turn += 1) {
      expect(said(await session.fails(tool, input(turn), { error: 'refused' }))).toBeNull()
    }
  })

  it.each([
    { name: 'off', env: { REFLECTION_MODE: 'off' } },
    { name: 'orchestrated', env: { REFLECTION_MODE: 'orchestrated' } },
  ])('gets no word with the mode $name', async ({ env }) => {
    const session = openSession(openSandbox())
    for (let turn = 0; turn < 4; turn += 1) {
      expect(said(await session.fails('Bash', TEST, { env }))).toBeNull()
    }
  })

  it('that is delivered by two hooks counts once', async () => {
    const session = openSession(openSandbox())
    await session.prompt()
    const twice = async () => [
      said(await session.fails('Bash', TEST, { fields: { tool_use_id: 'same' } })),
      said(await session.fails('Bash', TEST, { fields: { tool_use_id: 'same' } })),
    ]
    expect([...(await twice()), ...(await twice())]).toEqual([null, null, null, null])
  })
})

/** What each client sends for the same call, and what it hands on to its model. */
const CLIENTS: { agent: string; event: string; failed: object; well?: object }[] = [
  {
    agent: 'qwen',
    event: 'PostToolUseFailure',
    failed: { tool_input: { command: 'npm test' }, error: 'red\nExit Code: 1' },
  },
  {
    agent: 'gemini',
    event: 'AfterTool',
    failed: {
      tool_input: { command: 'npm test' },
      tool_response: { llmContent: 'Output: red\nExit Code: 1' },
    },
    well: { tool_input: { command: 'npm test' }, tool_response: { llmContent: 'Output: green' } },
  },
  {
    agent: 'copilot',
    event: 'postToolUse',
    failed: {
      toolArgs: { command: 'npm test' },
      toolResult: { textResultForLlm: 'red\n<shellId: 1 completed with exit code 1>' },
    },
    well: {
      toolArgs: { command: 'npm test' },
      toolResult: { textResultForLlm: 'green\n<shellId: 1 completed with exit code 0>' },
    },
  },
]

const payloadOf = (agent: string, event: string, { root }: Sandbox, fields: object) => ({
  ...(agent === 'copilot' ? { sessionId: 's1' } : { session_id: 's1', hook_event_name: event }),
  cwd: root,
  tool_name: 'run_shell_command',
  toolName: 'bash',
  ...fields,
})

it.each(CLIENTS)(
  'gets one nudge behind the third of five failed calls: $agent',
  async ({ agent, event, failed }) => {
    const sandbox = openSandbox()
    const payload = payloadOf(agent, event, sandbox, failed)
    const replies: string[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const done = await sandbox.hook([agent, event], payload, SOLO)
      expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' })
      replies.push(done.stdout)
    }
    expect(replies.map((reply) => reply !== '')).toEqual([false, false, true, false, false])
    expect(replies[2]).toContain('3 times with the same result')
    expect(replies[2]).not.toMatch(/"(decision|continue)"/)
  },
)

it.each(
  CLIENTS.flatMap(({ well, ...client }) => (well === undefined ? [] : [{ ...client, well }])),
)('leaves nothing behind for a call that went well: $agent', async ({ agent, event, well }) => {
  const sandbox = openSandbox()
  const payload = payloadOf(agent, event, sandbox, well)
  expect(await sandbox.hook([agent, event], payload, SOLO)).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  })
  expect(readdirSync(sandbox.home)).toEqual([])
})

describe('codex', () => {
  const item = (id: string, status: string) =>
    `${JSON.stringify({
      type: 'event_msg',
      payload: {
        type: 'item_completed',
        item: { type: 'CommandExecution', id, command: ['npm test'], status, exit_code: 1 },
      },
    })}\n`

  async function run(sandbox: Sandbox, id: string, status: string): Promise<Finished> {
    const folder = path.join(sandbox.home, '.codex', 'sessions')
    const transcript = path.join(folder, 'rollout.jsonl')
    mkdirSync(folder, { recursive: true })
    appendFileSync(transcript, item(id, status))
    const payload = {
      hook_event_name: 'PostToolUse',
      session_id: 's1',
      cwd: sandbox.root,
      transcript_path: transcript,
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_response: 'red\n',
      tool_use_id: id,
    }
    return sandbox.hook(['codex', 'PostToolUse'], payload, SOLO)
  }

  it('gets one nudge for what its transcript calls failed', async () => {
    const sandbox = openSandbox()
    const replies: string[] = []
    for (const id of ['c1', 'c2', 'c3', 'c4']) {
      replies.push((await run(sandbox, id, 'failed')).stdout.trim())
    }
    expect(replies.map((reply) => reply === '{}')).toEqual([true, true, false, true])
    expect(JSON.parse(replies[2]!)).toMatchObject({
      hookSpecificOutput: { hookEventName: 'PostToolUse' },
    })
  })

  it('is answered at once, and leaves nothing behind, when a call went well', async () => {
    const sandbox = openSandbox()
    const done = await run(sandbox, 'c1', 'completed')
    expect(done).toEqual({ code: 0, stdout: '{}\n', stderr: '' })
    expect(readdirSync(sandbox.home)).toEqual(['.codex'])
  })
})

describe.each(['codex PostToolUse', 'gemini AfterTool', 'copilot postToolUse'])(
  'what %s can not use',
  (entry) => {
    const bad = [
      { name: 'nothing', payload: '' },
      { name: 'no JSON', payload: '{"tool_response": ' },
      { name: 'no object', payload: '[1]' },
      { name: 'other types', payload: '{"tool_response": 1, "toolResult": [], "tool_use_id": {}}' },
      { name: 'a file that is gone', payload: '{"tool_use_id":"a","transcript_path":"/nope"}' },
      { name: 'more than fits', payload: `{"a":"${'x'.repeat(1_500_000)}"}` },
    ]
    it.each(bad)('is let go: $name', async ({ payload }) => {
      const sandbox = openSandbox()
      const done = await sandbox.hook(entry.split(' '), payload, SOLO)
      const stdout = entry.startsWith('codex') ? '{}\n' : ''
      expect(done).toEqual({ code: 0, stdout, stderr: '' })
      expect(readdirSync(sandbox.home)).toEqual([])
    })
  },
)
