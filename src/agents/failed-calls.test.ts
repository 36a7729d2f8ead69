import { describe, expect, it } from 'vitest'
import { loadAgent } from '../wiring/agent-registry.js'
import type { DecodeContext } from '../agent.js'
import { makeEvent } from '../guard/__fixtures__/events.js'
import type { Action } from '../schema/action.js'
import { AgentEvent } from '../schema/agent-event.js'
import { finishedCalls } from '../wiring/finished-calls.js'

const context: DecodeContext = {
  eventName: null,
  id: 'delivery',
  now: '2026-03-01T09:00:00.000Z',
  degraded: null,
}
const LIKE_CLAUDE = { session_id: 's1', transcript_path: '/t.jsonl', cwd: '/repo' }
const COMMAND = 'echo out; exit 3'

interface Told {
  title: string
  agent: string
  payload: object
  context?: Partial<DecodeContext>
  call: object | undefined
  expected?: object
}

/** As the clients sent them, shortened. */
const FAILED: Told[] = [
  {
    title: 'a command of Claude Code',
    agent: 'claude-code',
    payload: {
      ...LIKE_CLAUDE,
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command: COMMAND, description: 'x' },
      tool_use_id: 'toolu_1',
      error: 'Exit code 3\nout',
      is_interrupt: false,
      duration_ms: 47,
    },
    call: { toolKind: 'command', action: COMMAND, exitCode: 3, output: 'Exit code 3 out' },
    expected: { id: 'call-toolu_1', callId: 'toolu_1', tool: 'Bash' },
  },
  {
    title: "a subagent's file of Claude Code",
    agent: 'claude-code',
    payload: {
      ...LIKE_CLAUDE,
      hook_event_name: 'PostToolUseFailure',
      agent_id: 'a9',
      tool_name: 'Read',
      tool_input: { file_path: '/nope' },
      tool_use_id: 'toolu_2',
      error: 'File does not exist.',
    },
    call: { toolKind: 'read', action: '/nope', exitCode: null, output: 'File does not exist.' },
    expected: { subagentId: 'a9' },
  },
  {
    title: 'a command of Qwen Code',
    agent: 'qwen',
    payload: {
      ...LIKE_CLAUDE,
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'run_shell_command',
      tool_input: { command: COMMAND },
      tool_call_id: 'call_1',
      error: 'Output: out\nExit Code: 3',
      is_interrupt: false,
    },
    call: { toolKind: 'command', action: COMMAND, exitCode: 3 },
    expected: { callId: 'call_1' },
  },
  {
    title: 'a command of Codex, by what the hook found in its transcript',
    agent: 'codex',
    context: { failed: true },
    payload: {
      ...LIKE_CLAUDE,
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: COMMAND },
      tool_response: 'out\n',
      tool_use_id: 'call_1',
    },
    call: { toolKind: 'command', action: COMMAND, exitCode: null, output: 'out' },
    expected: { callId: 'call_1' },
  },
  {
    title: 'a command of Gemini CLI',
    agent: 'gemini',
    payload: {
      ...LIKE_CLAUDE,
      hook_event_name: 'AfterTool',
      tool_name: 'run_shell_command',
      tool_input: { command: COMMAND, description: 'x' },
      tool_response: { llmContent: '<untrusted_context>\nOutput: out\nExit Code: 3\nPGID: 7703' },
    },
    call: { toolKind: 'command', action: COMMAND, exitCode: 3 },
    expected: { id: 'delivery', callId: null },
  },
  {
    title: 'an edit of Gemini CLI, behind which nothing that we say arrives',
    agent: 'gemini',
    payload: {
      ...LIKE_CLAUDE,
      hook_event_name: 'AfterTool',
      tool_name: 'replace',
      tool_input: { file_path: 'nope.txt' },
      tool_response: { llmContent: 'File not found', error: { type: 'file_not_found' } },
    },
    call: undefined,
  },
  {
    title: 'a command of Copilot CLI, which calls it a success',
    agent: 'copilot',
    context: { eventName: 'postToolUse' },
    payload: {
      sessionId: 's1',
      cwd: '/repo',
      toolName: 'bash',
      toolArgs: { command: COMMAND },
      toolResult: {
        resultType: 'success',
        textResultForLlm: 'out\n<shellId: 7 completed with exit code 3>',
      },
    },
    call: {
      toolKind: 'command',
      action: COMMAND,
      exitCode: 3,
      output: 'out <completed with exit code 3>',
    },
  },
  {
    title:
      'a command of Copilot CLI that prints what the client would call a refused or stopped call',
    agent: 'copilot',
    context: { eventName: 'postToolUse' },
    payload: {
      sessionId: 's1',
      cwd: '/repo',
      toolName: 'bash',
      toolArgs: { command: 'node --test' },
      toolResult: {
        resultType: 'success',
        textResultForLlm:
          'not ok 1 - access denied\n# fail 1\n# cancelled 0\n<shellId: 1 completed with exit code 1>',
      },
    },
    call: { toolKind: 'command', action: 'node --test', exitCode: 1 },
  },
  {
    title: 'a file of Copilot CLI',
    agent: 'copilot',
    context: { eventName: 'postToolUseFailure' },
    payload: {
      sessionId: 's1',
      cwd: '/repo',
      toolName: 'view',
      toolArgs: { path: '/nope' },
      error: 'Path does not exist',
    },
    call: { toolKind: 'read', action: '/nope', output: 'Path does not exist' },
  },
  {
    title: 'a command of OpenCode',
    agent: 'opencode',
    payload: {
      type: 'tool.execute.after',
      directory: '/repo',
      properties: {
        sessionID: 's1',
        tool: 'bash',
        callID: 'c1',
        args: { command: COMMAND },
        exit: 3,
        output: 'out',
      },
    },
    call: { toolKind: 'command', action: COMMAND, exitCode: 3, output: 'out' },
    expected: { id: 'call-s1-c1' },
  },
  {
    title: 'a command that OpenCode gave up',
    agent: 'opencode',
    payload: {
      type: 'tool.execute.after',
      properties: { sessionID: 's1', tool: 'bash', callID: 'c1', args: {}, exit: null },
    },
    call: { toolKind: 'command', exitCode: null },
  },
]

describe('a failed call', () => {
  it.each(FAILED)('is read: $title', async ({ agent, payload, call, expected, ...given }) => {
    const event = (await loadAgent(agent)).decode(payload, { ...context, ...given.context })
    expect(AgentEvent.parse(event)).toMatchObject({
      kind: 'tool-finished',
      agent,
      sessionId: 's1',
      failed: true,
      ...expected,
    })
    const told = event?.kind === 'tool-finished' ? event.call : undefined
    expect({ call: told }).toMatchObject({ call })
  })

  it('is the same call when only its description, its shell or a duration differs', async () => {
    const claude = await loadAgent('claude-code')
    const keys = [
      { command: 'npm test', description: 'Run the tests', error: 'Exit code 1\n2 failed in 31ms' },
      { command: 'npm  test', description: 'Again', error: 'Exit code 1\n2 failed in 1.2 s' },
    ].map(({ command, description, error }) => {
      const payload = {
        ...LIKE_CLAUDE,
        hook_event_name: 'PostToolUseFailure',
        tool_name: 'Bash',
        tool_input: { command, description },
        error,
      }
      const event = claude.decode(payload, context)
      return event?.kind === 'tool-finished' ? [event.call?.actionKey, event.call?.resultKey] : []
    })
    expect(keys[0]).toEqual(keys[1])
  })

  it.each(['claude-code', 'qwen'])(
    'that its human interrupted is no event of %s',
    async (agent) => {
      const payload = {
        ...LIKE_CLAUDE,
        hook_event_name: 'PostToolUseFailure',
        tool_name: 'Bash',
        tool_input: { command: COMMAND },
        error: 'interrupted',
        is_interrupt: true,
      }
      expect((await loadAgent(agent)).decode(payload, context)).toBeNull()
    },
  )

  it.each([
    "The user doesn't want to proceed with this tool use. The tool use was rejected.",
    'Permission to use Bash with command rm -rf / has been denied.',
  ])('that was refused has not failed: %s', async (error) => {
    const payload = {
      ...LIKE_CLAUDE,
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command: COMMAND },
      error,
    }
    const event = (await loadAgent('claude-code')).decode(payload, context)
    expect(event).toMatchObject({ kind: 'tool-finished', failed: false })
  })

  it.each<{ title: string; agent: string; payload: object; context?: Partial<DecodeContext> }>([
    {
      title: 'of Codex, of which the hook found nothing',
      agent: 'codex',
      payload: { ...LIKE_CLAUDE, hook_event_name: 'PostToolUse', tool_response: 'out' },
    },
    {
      title: 'of Gemini CLI without an exit code',
      agent: 'gemini',
      payload: {
        ...LIKE_CLAUDE,
        hook_event_name: 'AfterTool',
        tool_response: { llmContent: 'Output: fine' },
      },
    },
    {
      title: 'of Copilot CLI with exit code 0',
      agent: 'copilot',
      context: { eventName: 'postToolUse' },
      payload: {
        sessionId: 's1',
        toolResult: { textResultForLlm: 'fine\n<shellId: 1 completed with exit code 0>' },
      },
    },
  ])('is none, and no event: one $title', async ({ agent, payload, context: given }) => {
    expect((await loadAgent(agent)).decode(payload, { ...context, ...given })).toBeNull()
  })
})

describe('the answer to a failed call', () => {
  const actions: Action[] = [
    { kind: 'continue', text: 'Go on', metadata: {} },
    { kind: 'toast', level: 'warning', text: 'Look' },
    { kind: 'error', text: 'Ours' },
    { kind: 'none', reason: 'logged' },
  ]
  const CONTEXTS: Record<string, object> = {
    'claude-code': hso('PostToolUseFailure'),
    qwen: hso('PostToolUseFailure'),
    codex: hso('PostToolUse'),
    gemini: hso('AfterTool'),
    copilot: { additionalContext: 'Look at why' },
  }

  function hso(hookEventName: string): object {
    return { hookSpecificOutput: { hookEventName, additionalContext: 'Look at why' } }
  }

  it.each(Object.entries(CONTEXTS))('is context in the form of %s', async (id, reply) => {
    const event = makeEvent('tool-finished', { agent: id, failed: true })
    const agent = await loadAgent(id)
    const metadata = { moment: 'stall' }
    const text = agent.encode({ kind: 'context', text: 'Look at why', metadata }, event)
    expect(JSON.parse(text)).toEqual(reply)
  })

  it.each(Object.keys(CONTEXTS))(
    'is never a decision, nor anything else that would stand in the place of the output: %s',
    async (id) => {
      const event = makeEvent('tool-finished', { agent: id, failed: true })
      const { encode } = await loadAgent(id)
      const silence = id === 'codex' ? '{}' : ''
      expect(actions.map((action) => encode(action, event))).toEqual(actions.map(() => silence))
    },
  )
})

describe('a call that a client tells of whatever came of it', () => {
  const item = (id: string, status: string) =>
    `{"type":"event_msg","payload":{"item":{"type":"CommandExecution","id":"${id}","command":["x"],"status":"${status}","aggregated_output":"\\"status\\":\\"failed\\""}}}\n`
  const codex = { tool_use_id: 'call_2', transcript_path: '/t.jsonl' }

  it.each([
    { payload: codex, tail: item('call_1', 'failed') + item('call_2', 'completed'), failed: false },
    { payload: codex, tail: item('call_1', 'completed') + item('call_2', 'failed'), failed: true },
    { payload: codex, tail: item('call_1', 'failed'), failed: false },
    { payload: codex, tail: '', failed: false },
    { payload: {}, tail: item('call_2', 'failed'), failed: false },
  ])('of Codex is looked up in its transcript: $failed', ({ payload, tail, failed }) => {
    expect(finishedCalls('codex', 'PostToolUse')?.hasFailed(payload, () => tail)).toBe(failed)
  })

  it.each([
    { agent: 'codex', event: 'Stop' },
    { agent: 'claude-code', event: 'PostToolUse' },
    { agent: 'nobody', event: 'AfterTool' },
    { agent: 'constructor', event: null },
  ])('is told by no event $event of $agent', ({ agent, event }) => {
    expect(finishedCalls(agent, event)).toBeNull()
  })
})
