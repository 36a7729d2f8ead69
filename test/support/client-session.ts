import path from 'node:path'
import type { Finished, Sandbox } from './sandbox.js'

/** A session of a client, told to the hook as that client tells it. */
export interface ClientSession {
  start(): Promise<Finished>
  prompt(text: string): Promise<Finished>
  stop(lastMessage: string, fields?: object): Promise<Finished>
  /** null where the client does not say. */
  end: (() => Promise<Finished>) | null
}

export interface SessionOptions {
  sessionId: string
  env?: NodeJS.ProcessEnv
  /** How far the clock of the hook is ahead. @default 0 */
  hoursAhead?: number
}

type Told = { args: string[]; payload: Payload }
type Payload = Record<string, unknown> & { properties?: object }
interface Form {
  start(): Told
  prompt(text: string, number: number): Told
  stop(lastMessage: string): Told
  end: (() => Told) | null
}

/** The payloads of each client, without what is common to all of its events. */
const likeClaude = (agent: string): Form => ({
  start: () => told(agent, { hook_event_name: 'SessionStart', source: 'startup' }),
  prompt: (prompt) => told(agent, { hook_event_name: 'UserPromptSubmit', prompt }),
  stop: (message) =>
    told(agent, {
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: message,
    }),
  end: () => told(agent, { hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' }),
})

const FORMS: Readonly<Record<string, Form>> = {
  'claude-code': likeClaude('claude-code'),
  codex: likeClaude('codex'),
  qwen: {
    ...likeClaude('qwen'),
    prompt: (prompt) =>
      told('qwen', { hook_event_name: 'UserPromptSubmit', prompt, submitted_prompt: prompt }),
  },
  droid: likeClaude('droid'),
  pi: likeClaude('pi'),
  grok: {
    ...likeClaude('grok'),
    stop: (lastAssistantMessage) =>
      told('grok', { hook_event_name: 'Stop', reason: 'end_turn', lastAssistantMessage }),
  },
  cursor: {
    start: () => told('cursor', { hook_event_name: 'sessionStart' }),
    prompt: (prompt) => told('cursor', { hook_event_name: 'beforeSubmitPrompt', prompt }),
    stop: () => told('cursor', { hook_event_name: 'stop', status: 'completed', loop_count: 0 }),
    end: () => told('cursor', { hook_event_name: 'sessionEnd', reason: 'completed' }),
  },
  gemini: {
    start: () => told('gemini', { hook_event_name: 'SessionStart', source: 'startup' }),
    prompt: (prompt) => told('gemini', { hook_event_name: 'BeforeAgent', prompt }),
    stop: (message) =>
      told('gemini', { hook_event_name: 'AfterAgent', prompt: '', prompt_response: message }),
    end: () => told('gemini', { hook_event_name: 'SessionEnd', reason: 'exit' }),
  },
  copilot: {
    start: () => named('copilot', 'sessionStart', { source: 'new' }),
    prompt: (prompt) => named('copilot', 'userPromptSubmitted', { prompt }),
    stop: () => named('copilot', 'agentStop', { stopReason: 'end_turn' }),
    end: () => named('copilot', 'sessionEnd', { reason: 'complete' }),
  },
  opencode: {
    start: () => told('opencode', { type: 'session.created', properties: {} }),
    prompt: (text, number) =>
      told('opencode', {
        type: 'chat.message',
        properties: { messageID: `m${number}`, parts: [{ type: 'text', text }] },
      }),
    stop: () => told('opencode', { type: 'session.idle', properties: {} }),
    end: null,
  },
  generic: {
    start: () => told('generic', { kind: 'session-started', source: 'startup' }),
    prompt: (text) => told('generic', { kind: 'prompt-submitted', text }),
    stop: (lastMessage) => told('generic', { kind: 'session-stopped', lastMessage }),
    end: () => told('generic', { kind: 'session-ended', reason: 'done' }),
  },
}

export const CLIENTS = Object.keys(FORMS)

export function openSession(
  sandbox: Sandbox,
  agent: string,
  { sessionId, env = {}, hoursAhead = 0 }: SessionOptions,
): ClientSession {
  const form = FORMS[agent]!
  let prompts = 0
  const clock = {
    NODE_OPTIONS: `--require ${path.resolve('test/support/later.cjs')}`,
    TEST_HOURS_AHEAD: String(hoursAhead),
  }
  const send = ({ args, payload }: Told, fields: object = {}): Promise<Finished> => {
    const { properties } = payload
    const place =
      properties === undefined
        ? common(agent, sessionId, sandbox.root)
        : { directory: sandbox.root, properties: { sessionID: sessionId, ...properties } }
    return sandbox.hook(
      args,
      { ...payload, ...place, ...fields },
      { REFLECTION_MODE: 'solo', ...(hoursAhead > 0 ? clock : {}), ...env },
    )
  }
  return {
    start: () => send(form.start()),
    prompt: (text) => send(form.prompt(text, (prompts += 1))),
    stop: (lastMessage, fields) => send(form.stop(lastMessage), fields),
    end: form.end === null ? null : () => send(form.end!()),
  }
}

function common(agent: string, sessionId: string, root: string): Record<string, unknown> {
  if (agent === 'copilot') return { sessionId, cwd: root, timestamp: Date.now() }
  if (agent === 'generic') return { sessionId, cwd: root }
  return { session_id: sessionId, cwd: root }
}

const told = (agent: string, payload: Payload): Told => ({
  args: [agent],
  payload,
})

const named = (agent: string, event: string, payload: Payload): Told => ({
  args: [agent, event],
  payload,
})
