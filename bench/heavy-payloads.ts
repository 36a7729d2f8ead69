/** What a client's hook is given when it tells a text: as a prompt, at a stop, as a failed call. */
export interface HeavyPayload {
  agent: string
  event: string
  payload: Record<string, unknown>
}

export function heavyPayloads(text: string, sessionId: string, transcript: string): HeavyPayload[] {
  const common = { session_id: sessionId, cwd: null }
  const named = (agent: string, event: string, fields: object): HeavyPayload => ({
    agent,
    event,
    payload: { hook_event_name: event, ...common, ...fields },
  })
  const stopped = { last_assistant_message: text, stop_hook_active: false }
  const failed = {
    tool_name: 'Bash',
    tool_use_id: 'call-1',
    tool_input: { command: `npm test ${text}` },
    error: `${text}\n1 failed`,
  }
  return [
    ...['claude-code', 'codex', 'qwen'].flatMap((agent) => [
      named(agent, 'UserPromptSubmit', { prompt: text }),
      named(agent, 'Stop', stopped),
    ]),
    named('claude-code', 'Stop', { ...stopped, transcript_path: transcript }),
    named('claude-code', 'PostToolUseFailure', failed),
    named('gemini', 'BeforeAgent', { prompt: text }),
    named('gemini', 'AfterAgent', { prompt: text, prompt_response: text }),
    { agent: 'copilot', event: 'userPromptSubmitted', payload: { sessionId, prompt: text } },
    { agent: 'copilot', event: 'agentStop', payload: { sessionId, stopReason: 'end_turn' } },
    ...openCodePayloads(text, sessionId),
    ...genericPayloads(text, sessionId),
  ]
}

function openCodePayloads(text: string, sessionID: string): HeavyPayload[] {
  const part = { type: 'text', text }
  const message = (role: string) => ({
    info: { id: `${sessionID}-${role}`, role, time: { completed: 1 } },
    parts: [part],
  })
  const transcript = { info: {}, messages: [message('user'), message('assistant')] }
  return [
    ['chat.message', { properties: { sessionID, parts: [part] } }] as const,
    ['session.idle', { properties: { sessionID }, transcript }] as const,
  ].map(([type, fields]) => ({ agent: 'opencode', event: type, payload: { type, ...fields } }))
}

const genericPayloads = (text: string, sessionId: string): HeavyPayload[] =>
  [
    ['prompt-submitted', { text }] as const,
    ['session-stopped', { lastMessage: text }] as const,
    ['session-errored', { error: text }] as const,
  ].map(([kind, fields]) => ({
    agent: 'generic',
    event: kind,
    payload: { kind, sessionId, ...fields },
  }))

/** A session in which everything is this text: the request, a command, its output, the report. */
export function heavyTranscript(text: string, sessionId: string): string {
  const result = { type: 'tool_result', tool_use_id: 'c1', is_error: true }
  const command = { command: `npm test ${text}` }
  const lines: object[] = [
    { type: 'user', sessionId, message: { role: 'user', content: text } },
    {
      type: 'assistant',
      sessionId,
      message: {
        content: [
          { type: 'text', text },
          { type: 'tool_use', id: 'c1', name: 'Bash', input: command },
        ],
      },
    },
    {
      type: 'user',
      sessionId,
      message: { content: [{ ...result, content: `${text}\n1 failed, test` }] },
    },
    { type: 'assistant', sessionId, message: { content: [{ type: 'text', text }] } },
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
