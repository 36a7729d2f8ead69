/** Sessions of all clients, written in each client's own transcript, with a tree that changes as they say. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { HOOK } from './sandbox.js'
import type { Sandbox } from './sandbox.js'

export type Step =
  | { human: string }
  | { says: string }
  | { edits: string; text: string; was?: string }
  | { runs: string; exit: number; output: string; writes: Files }

/** null: the file is gone. */
export type Files = Readonly<Record<string, string | null>>

export const human = (text: string): Step => ({ human: text })
export const says = (text: string): Step => ({ says: text })
export const edits = (file: string, text: string): Step => ({ edits: file, text })
export const runs = (command: string, output = '', exit = 0, writes: Files = {}): Step => ({
  runs: command,
  exit,
  output,
  writes,
})

interface Told {
  args: string[]
  payload: object
}

interface Client {
  /** Where its transcript is, below the home folder; null when the client hands it over itself. */
  file: string | null
  lines(step: Step, id: string, at: string): object[]
  prompt(text: string, transcript: string | null): Told
  stop(message: string, transcript: string | null, lines: readonly object[]): Told
}

/** Runs a session of this client and says whether its stop was pushed. */
export async function stopOf(
  sandbox: Sandbox,
  clientId: string,
  steps: readonly Step[],
): Promise<{ pushed: boolean; text: string }> {
  const { client, teller, file, all } = await playSteps(sandbox, clientId, steps)
  const last = steps.findLast((step) => 'says' in step)
  const reply = await teller.tell(client.stop(last?.says ?? '', file, all))
  await teller.end()
  const { decision, reason = '', text = reason } = reply
  const pushed =
    decision === 'block' ||
    decision === 'deny' ||
    reply['do'] === 'prompt' ||
    reply['kind'] === 'continue'
  return { pushed, text }
}

/** Runs a session of Claude Code whose context is compressed behind the last step; what it is told, or nothing. */
export async function compactedOf(sandbox: Sandbox, steps: readonly Step[]): Promise<string> {
  const { teller, file } = await playSteps(sandbox, 'claude-code', steps)
  const reply = (await teller.tell({
    args: ['claude-code'],
    payload: { hook_event_name: 'SessionStart', source: 'compact', transcript_path: file },
  })) as { hookSpecificOutput?: { additionalContext?: string } }
  await teller.end()
  return reply.hookSpecificOutput?.additionalContext ?? ''
}

async function playSteps(sandbox: Sandbox, clientId: string, steps: readonly Step[]) {
  const client = CLIENTS[clientId]!
  const file = client.file === null ? null : path.join(sandbox.home, client.file)
  if (file !== null) mkdirSync(path.dirname(file), { recursive: true })
  const teller = clientId === 'opencode' ? tellResident(sandbox) : tellHook(sandbox, clientId)
  const all: object[] = []
  let clock = Date.now() - 600_000
  for (const [index, told] of steps.entries()) {
    clock += 2_000
    const step = 'edits' in told ? { ...told, was: textOf(sandbox, told.edits) } : told
    if ('human' in step) await teller.tell(client.prompt(step.human, file))
    change(sandbox, step, clock - 1_000)
    const lines = client.lines(step, `c${index}`, new Date(clock).toISOString())
    all.push(...lines)
    if (file !== null)
      appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  return { client, teller, file, all }
}

type Reply = Readonly<Record<string, string>>
interface Teller {
  tell(told: Told): Promise<Reply>
  end(): Promise<void>
}

const SOLO = { REFLECTION_MODE: 'solo' }

/** One process for each event. */
function tellHook({ hook, root }: Sandbox, clientId: string): Teller {
  const common =
    clientId === 'generic' || clientId === 'copilot'
      ? { sessionId: 's1', cwd: root }
      : { session_id: 's1', cwd: root }
  return {
    async tell({ args, payload }) {
      const { code, stderr, stdout } = await hook(args, { ...common, ...payload }, SOLO)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return stdout.trim() === '' ? {} : (JSON.parse(stdout) as Reply)
    },
    end: async () => undefined,
  }
}

/** One process for the whole session, as a plugin has it. */
function tellResident({ root, env }: Sandbox): Teller {
  const child = spawn(process.execPath, [HOOK, 'opencode', '--stdio'], {
    cwd: root,
    env: { ...env, ...SOLO },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const say = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  say({ type: 'hello', protocol: 1, version: null })
  let events = 0
  return {
    async tell({ payload }) {
      const { transcript, ...rest } = payload as { transcript?: object }
      say({
        type: 'event',
        event: (events += 1),
        payload: { directory: root, ...rest },
        ...(transcript === undefined ? {} : { transcript }),
      })
      for (;;) {
        const { value, done } = await lines.next()
        if (done === true) throw new Error('the resident hook ended')
        const { type, reply } = JSON.parse(value) as { type: string; reply?: Reply | null }
        if (type === 'action') return reply ?? {}
      }
    },
    async end() {
      child.stdin.end()
      await once(child, 'close')
    },
  }
}

function textOf({ root }: Sandbox, file: string): string {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return ''
  }
}

/** What a step does to the tree, at the time that the transcript gives it. */
function change(sandbox: Sandbox, step: Step, ms: number): void {
  const files: Files =
    'edits' in step ? { [step.edits]: step.text } : 'runs' in step ? step.writes : {}
  for (const [name, text] of Object.entries(files)) {
    if (text === null) rmSync(path.join(sandbox.root, name), { force: true })
    else utimesSync(sandbox.write(name, text), new Date(ms), new Date(ms))
  }
  // What stands behind a commit in its line may be what failed.
  if ('runs' in step && (step.exit === 0 ? /git commit/ : /git commit.* && /).test(step.runs)) {
    sandbox.git('add', '-A')
    sandbox.git('commit', '--quiet', '--allow-empty', '-m', 'work')
  }
}

const told = (agent: string, payload: object): Told => ({ args: [agent], payload })

const likeClaude = (agent: string, file: string, lines: Client['lines']): Client => ({
  file,
  lines,
  prompt: (prompt, transcript_path) =>
    told(agent, {
      hook_event_name: 'UserPromptSubmit',
      prompt,
      submitted_prompt: prompt,
      transcript_path,
    }),
  stop: (last_assistant_message, transcript_path) =>
    told(agent, {
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message,
      transcript_path,
    }),
})

const CLIENTS: Readonly<Record<string, Client>> = {
  'claude-code': likeClaude('claude-code', '.claude/projects/repo/s1.jsonl', (step, id, at) => {
    const line = (type: string, content: unknown) => ({
      type,
      sessionId: 's1',
      timestamp: at,
      message: { role: type, content },
    })
    if ('human' in step) return [line('user', step.human)]
    if ('says' in step) return [line('assistant', [{ type: 'text', text: step.says }])]
    const [name, input] =
      'edits' in step
        ? ['Edit', { file_path: step.edits, old_string: step.was, new_string: step.text }]
        : ['Bash', { command: step.runs }]
    const exit = 'runs' in step ? step.exit : 0
    const output = 'runs' in step ? step.output : 'ok'
    return [
      line('assistant', [{ type: 'tool_use', id, name, input }]),
      line('user', [
        {
          type: 'tool_result',
          tool_use_id: id,
          content: exit === 0 ? output : `Exit code ${exit}\n${output}`,
          ...(exit === 0 ? {} : { is_error: true }),
        },
      ]),
    ]
  }),
  codex: likeClaude('codex', '.codex/sessions/s1.jsonl', (step, id, at) => {
    const item = (payload: object) => ({ timestamp: at, type: 'response_item', payload })
    const message = (role: string, text: string) =>
      item({ type: 'message', role, content: [{ type: 'input_text', text }] })
    if ('human' in step) return [message('user', step.human)]
    if ('says' in step) return [message('assistant', step.says)]
    const ended = (exit: number, output: string) =>
      item({
        type: 'function_call_output',
        call_id: id,
        output: JSON.stringify({ output, metadata: { exit_code: exit } }),
      })
    if ('edits' in step) {
      const [was, now] = [step.was ?? '', step.text].map((text) => text.trimEnd())
      const patch = `*** Begin Patch\n*** Update File: ${step.edits}\n@@\n${was!.replaceAll(/^/gm, '-')}\n${now!.replaceAll(/^/gm, '+')}\n*** End Patch`
      return [
        item({ type: 'custom_tool_call', call_id: id, name: 'apply_patch', input: patch }),
        ended(0, 'Success'),
      ]
    }
    const input = JSON.stringify({ command: ['bash', '-lc', step.runs] })
    return [
      item({ type: 'function_call', call_id: id, name: 'shell', arguments: input }),
      ended(step.exit, step.output),
    ]
  }),
  qwen: likeClaude('qwen', '.qwen/projects/repo/chats/s1.jsonl', (step, id, at) => {
    const line = (type: string, rest: object) => ({ type, sessionId: 's1', timestamp: at, ...rest })
    if ('human' in step)
      return [line('user', { provenance: 'real_user', message: { parts: [{ text: step.human }] } })]
    if ('says' in step) return [line('assistant', { message: { parts: [{ text: step.says }] } })]
    const [name, args] =
      'edits' in step
        ? ['edit', { file_path: step.edits, old_string: step.was, new_string: step.text }]
        : ['run_shell_command', { command: step.runs }]
    const exit = 'runs' in step ? step.exit : 0
    const output =
      'runs' in step ? `Output: ${step.output}\nExit Code: ${exit}\nSignal: (none)` : 'ok'
    return [
      line('assistant', { message: { parts: [{ functionCall: { id, name, args } }] } }),
      line('tool_result', {
        message: { parts: [{ functionResponse: { id, name, response: { output } } }] },
        toolCallResult: { callId: id, status: exit === 0 ? 'success' : 'error' },
      }),
    ]
  }),
  gemini: {
    file: '.gemini/tmp/repo/chats/session-s1.jsonl',
    lines(step, id, at) {
      if ('human' in step) return [{ id, type: 'user', timestamp: at, content: step.human }]
      if ('says' in step) return [{ id, type: 'gemini', timestamp: at, content: step.says }]
      const [name, args] =
        'edits' in step
          ? ['replace', { file_path: step.edits, old_string: step.was, new_string: step.text }]
          : ['run_shell_command', { command: step.runs }]
      const output =
        'runs' in step ? `Output: ${step.output}\nExit Code: ${step.exit}\n` : 'written'
      const result = [{ functionResponse: { response: { output } } }]
      const call = { id, name, args, status: 'success', result }
      return [{ id, type: 'gemini', timestamp: at, content: '', toolCalls: [call] }]
    },
    prompt: (prompt, transcript_path) =>
      told('gemini', { hook_event_name: 'BeforeAgent', prompt, transcript_path }),
    stop: (prompt_response, transcript_path) =>
      told('gemini', { hook_event_name: 'AfterAgent', prompt_response, transcript_path }),
  },
  copilot: {
    file: '.copilot/session-state/s1/events.jsonl',
    lines(step, id, at) {
      const line = (type: string, data: object) => ({ type, data, timestamp: at })
      if ('human' in step) return [line('user.message', { content: step.human })]
      if ('says' in step) return [line('assistant.message', { content: step.says, messageId: id })]
      const [toolName, args] =
        'edits' in step
          ? ['edit', { path: step.edits, old_str: step.was, new_str: step.text }]
          : ['bash', { command: step.runs }]
      const content =
        'runs' in step
          ? `${step.output}\n<shellId: 0 completed with exit code ${step.exit}>`
          : 'Created'
      return [
        line('tool.execution_start', { toolCallId: id, toolName, arguments: args }),
        line('tool.execution_complete', { toolCallId: id, success: true, result: { content } }),
      ]
    },
    prompt: (prompt, transcriptPath) => ({
      args: ['copilot', 'userPromptSubmitted'],
      payload: { prompt, transcriptPath },
    }),
    stop: (_, transcriptPath) => ({
      args: ['copilot', 'agentStop'],
      payload: { stopReason: 'end_turn', transcriptPath },
    }),
  },
  opencode: {
    file: null,
    lines(step, id, at) {
      const time = { created: Date.parse(at), completed: Date.parse(at) }
      const message = (role: string, part: object) => ({
        info: { id, role, time, ...(role === 'assistant' ? { finish: 'stop' } : {}) },
        parts: [part],
      })
      if ('human' in step) return [message('user', { type: 'text', text: step.human })]
      if ('says' in step) return [message('assistant', { type: 'text', text: step.says })]
      const [tool, input] =
        'edits' in step
          ? ['edit', { filePath: step.edits, oldString: step.was, newString: step.text }]
          : ['bash', { command: step.runs }]
      const state = {
        status: 'completed',
        input,
        output: 'runs' in step ? step.output : 'Wrote file',
        metadata: 'runs' in step ? { exit: step.exit } : {},
      }
      return [message('assistant', { type: 'tool', callID: id, tool, state })]
    },
    prompt: (text) =>
      told('opencode', {
        type: 'chat.message',
        properties: { sessionID: 's1', parts: [{ type: 'text', text }] },
      }),
    stop: (_, __, messages) =>
      told('opencode', {
        type: 'session.idle',
        properties: { sessionID: 's1' },
        transcript: { info: { id: 's1' }, messages },
      }),
  },
  generic: {
    file: '.reflectory/transcripts/s1.jsonl',
    lines(step, callId, at) {
      if ('human' in step) return [{ kind: 'human', at, text: step.human }]
      if ('says' in step) return [{ kind: 'agent', at, text: step.says }]
      return 'edits' in step
        ? [
            {
              kind: 'tool-call',
              at,
              callId,
              tool: 'write',
              toolKind: 'edit',
              files: [step.edits],
              written: step.text,
              replaced: step.was,
            },
            { kind: 'tool-result', at, callId, status: 'completed' },
          ]
        : [
            { kind: 'tool-call', at, callId, tool: 'shell', command: step.runs },
            { kind: 'tool-result', at, callId, exitCode: step.exit, output: step.output },
          ]
    },
    prompt: (text) => told('generic', { kind: 'prompt-submitted', text }),
    stop: (lastMessage, transcriptPath) =>
      told('generic', { kind: 'session-stopped', lastMessage, transcriptPath }),
  },
}

export const CLIENT_IDS = Object.keys(CLIENTS)
