import { damage, makeDeep, makeText, makeValue, pick } from './make-value.js'
import type { Random } from './make-value.js'

/** One delivery to a hook, and the transcript that it may point to. */
export interface FuzzPayload {
  agent: string
  /** On the command line. */
  eventName: string | null
  /** On standard input. */
  text: string
  /** The lines of its transcript; null when it names none. */
  transcript: string | null
}

const CLAUDE = ['SessionStart', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'PreCompact']
/** The client's names of its events. Stops come more often: most of what we do is done there. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  'claude-code': [
    ...CLAUDE,
    'Stop',
    'StopFailure',
    'PostToolUse',
    'PostToolUseFailure',
    'SessionEnd',
  ],
  codex: [...CLAUDE, 'Stop', 'Interrupt', 'SessionEnd'],
  qwen: [...CLAUDE, 'Stop', 'StopFailure', 'SessionEnd'],
  gemini: ['SessionStart', 'BeforeAgent', 'AfterAgent', 'AfterAgent', 'SessionEnd'],
  grok: [...CLAUDE, 'Stop', 'StopCancelled', 'PostToolUse', 'SessionEnd'],
  droid: [...CLAUDE, 'Stop', 'SessionEnd'],
  pi: [...CLAUDE, 'Stop', 'Interrupt', 'PostToolUseFailure', 'SessionEnd'],
  cursor: ['sessionStart', 'beforeSubmitPrompt', 'stop', 'stop', 'postToolUseFailure'],
  copilot: ['sessionStart', 'userPromptSubmitted', 'agentStop', 'agentStop', 'subagentStop'],
  opencode: [
    'session.created',
    'chat.message',
    'session.idle',
    'session.status',
    'session.error',
  ].concat(
    ['session.compacting', 'session.compacted', 'tool.execute.after', 'permission.asked'],
    ['permission.replied', 'session.deleted', 'session.idle'],
  ),
  generic: ['session-started', 'prompt-submitted', 'tool-finished', 'session-stopped'].concat(
    ['subagent-stopped', 'session-idle-long', 'session-compacting', 'session-compacted'],
    ['session-aborted', 'session-errored', 'permission-asked', 'attempt-failed', 'session-stopped'],
  ),
}
export const FUZZED_AGENTS: readonly string[] = Object.keys(EVENTS)

const SHARED = ['session_id', 'prompt', 'source', 'trigger', 'reason', 'error', 'tool_name'].concat(
  [
    'last_assistant_message',
    'prompt_response',
    'submitted_prompt',
    'prompt_id',
    'background_tasks',
  ],
  ['permission_mode', 'agent_id', 'cwd', 'transcript_path', 'tool_use_id', 'hook_event_name'],
)
const OWN = [
  'sessionId',
  'text',
  'lastMessage',
  'origin',
  'tool',
  'callId',
  'failed',
  'planMode',
].concat([
  'backgroundTasks',
  'kind',
  'id',
  'at',
  'requestId',
  'granted',
  'subagentId',
  'parentSessionId',
])

export function makePayload(random: Random, agent: string): FuzzPayload {
  const name = random() < 0.95 ? pick(random, EVENTS[agent]!) : makeText(random)
  const transcript = random() < 0.3 ? makeTranscript(random) : null
  const payload =
    agent === 'opencode' ? openCodePayload(random, name) : hookPayload(random, name, agent)
  const text = random() < 0.01 ? makeDeep(random) : damage(random, JSON.stringify(payload))
  // Copilot's payloads name no event: the command line does.
  const eventName = agent === 'copilot' || random() < 0.5 ? name : null
  return { agent, eventName, text, transcript }
}

const sessionOf = (random: Random): unknown =>
  random() < 0.8 ? `s${Math.trunc(random() * 20)}` : makeValue(random)

function hookPayload(random: Random, name: string, agent: string): object {
  const isGeneric = agent === 'generic'
  const fields = isGeneric ? genericFields(random, name) : sharedFields(random, name)
  for (let n = random() * (isGeneric ? 1.5 : 3); n > 1; n -= 1) {
    const key = pick(random, isGeneric ? OWN : SHARED)
    if (random() < 0.3) delete fields[key]
    else fields[key] = makeValue(random)
  }
  return fields
}

const sharedFields = (random: Random, name: string): Record<string, unknown> => ({
  hook_event_name: name,
  session_id: sessionOf(random),
  sessionId: sessionOf(random),
  last_assistant_message: makeText(random),
  prompt_response: makeText(random),
  prompt: makeText(random),
})

/** Its contract is strict: with the fields of another kind nearly everything would be refused. */
const genericFields = (random: Random, kind: string): Record<string, unknown> => ({
  kind,
  sessionId: random() < 0.9 ? `s${Math.trunc(random() * 20)}` : sessionOf(random),
  ...(kind.endsWith('stopped') ? { lastMessage: makeText(random) } : {}),
  ...(kind === 'prompt-submitted' ? { text: makeText(random) } : {}),
  ...(kind === 'tool-finished' ? { tool: pick(random, ['Bash', 'Edit', makeText(random)]) } : {}),
  ...(kind === 'session-errored' ? { error: makeText(random) } : {}),
  ...(kind === 'session-idle-long' ? { idleMs: 600_000 } : {}),
  ...(kind === 'attempt-failed' ? { failureId: 'f1' } : {}),
  ...(kind === 'permission-asked'
    ? { requestId: pick(random, ['r1', 'r2', makeText(random)]) }
    : {}),
})

function openCodePayload(random: Random, type: string): object {
  const role = () => pick(random, ['user', 'assistant', 'assistant', 'system'])
  const part = () => ({
    type: pick(random, ['text', 'tool', 'compaction']),
    text: makeText(random),
  })
  const message = () => ({
    info: { id: makeText(random), role: role(), time: { completed: 1 }, error: makeValue(random) },
    parts: random() < 0.8 ? [part(), part()] : makeValue(random),
  })
  return {
    type,
    properties: { sessionID: sessionOf(random), parts: [part()], tool: makeValue(random) },
    ...(random() < 0.2 ? { parentID: makeValue(random) } : {}),
    transcript: random() < 0.8 ? { info: {}, messages: [message(), message()] } : makeValue(random),
  }
}

/** Lines in the mix of forms that the clients' transcripts have. */
function makeTranscript(random: Random): string {
  const line = (): string => {
    const content = random() < 0.5 ? makeText(random) : [makeBlock(random), makeBlock(random)]
    const role = pick(random, ['user', 'assistant', 'tool', 'system'])
    const entry = {
      type: pick(random, ['user', 'assistant', 'summary', 'response_item', 'event_msg', 'message']),
      message: { role, content, id: makeText(random) },
      payload: {
        type: pick(random, ['message', 'function_call', 'function_call_output']),
        content,
      },
      timestamp: '2026-01-01T00:00:00.000Z',
      role,
      content,
      [pick(random, SHARED)]: makeValue(random),
    }
    return damage(random, JSON.stringify(entry))
  }
  return Array.from({ length: Math.trunc(random() * 12) }, line).join('\n')
}

const makeBlock = (random: Random): object => ({
  type: pick(random, ['text', 'tool_use', 'tool_result', 'thinking', 'function_call']),
  text: makeText(random),
  id: 'c1',
  tool_use_id: 'c1',
  name: pick(random, ['Bash', 'Edit', 'Read', 'TodoWrite', makeText(random)]),
  input: { command: pick(random, ['npm test', 'git push', makeText(random)]), file_path: 'a.ts' },
  content: makeValue(random),
  is_error: random() < 0.3,
})
