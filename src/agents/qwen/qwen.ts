/** Qwen Code: its hooks' payloads come in, what its hooks may answer goes out. */
import { hookAgent } from '../hook-agent.js'
import { namedLikeClaude, promptSubmitted, sessionErrored, toolFailed } from '../hook-events.js'
import type { HookPayload } from '../hook-payload.js'
import { repliesToFailedCalls } from '../hook-reply.js'
import { qwenTools } from './tools.js'

export const qwen = hookAgent({
  id: 'qwen',
  traces: { variables: ['QWEN_CODE'], programs: ['qwen'], paths: ['/@qwen-code/qwen-code/'] },
  events: {
    ...namedLikeClaude,
    // Fires again, with an empty prompt, for the results of every tool call.
    UserPromptSubmit: (payload, common) =>
      (payload.prompt ?? '') === '' ? null : promptSubmitted(isHuman)(payload, common),
    StopFailure: sessionErrored,
    PostToolUseFailure: toolFailed(qwenTools),
  },
  // The client ends the turn by force at the eighth block in a row.
  maxContinuations: 7,
  reply: {
    ...repliesToFailedCalls,
    contextEvents: { ...repliesToFailedCalls.contextEvents, 'session-compacting': 'PreCompact' },
  },
  sessions: ['projects'],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  // In this mode it asks for nothing; a sandbox holds the whole client, and its hooks too.
  loadPermits:
    async () =>
    (_line, { permissionMode }) =>
      permissionMode === 'yolo',
  loadInstaller: async () => (await import('./install.js')).qwenInstaller,
})

const isHuman = ({ submitted_prompt: submitted = '' }: HookPayload): boolean =>
  submitted.trim() !== ''
