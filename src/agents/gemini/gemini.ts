/** Gemini CLI: its hooks' payloads come in, what its hooks may answer goes out. */
import { hookAgent } from '../hook-agent.js'
import * as made from '../hook-events.js'
import { hasError, outputOf } from './call-failed.js'
import { withoutHookContext } from './hook-context.js'
import { geminiTools } from './tools.js'
import { asText } from '../../util/loose-json.js'

export const gemini = hookAgent({
  id: 'gemini',
  traces: { variables: ['GEMINI_CLI'], programs: ['gemini'], paths: ['/@google/gemini-cli/'] },
  events: {
    SessionStart: made.sessionStarted,
    BeforeAgent: made.promptSubmitted(() => true),
    // Nothing that we say behind a refused call would arrive, so that nothing more is kept of it.
    AfterTool: (payload, common) =>
      payload.is_interrupt === true
        ? { ...made.toolFinished(payload, common), failed: true }
        : made.toolEnded(geminiTools)(payload, common),
    AfterAgent: made.sessionStopped,
    SessionEnd: made.sessionEnded,
  },
  toShared,
  reply: {
    push: (reason) => ({ decision: 'deny', reason }),
    contextEvents: {
      'session-started': 'SessionStart',
      'prompt-submitted': 'BeforeAgent',
      'tool-finished': 'AfterTool',
    },
  },
  sessions: ['tmp'],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).geminiInstaller,
})

/** A response is all that was said since the prompt; what was said last the transcript knows better. */
function toShared(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    ...payload,
    prompt: withoutHookContext(asText(payload['prompt']) ?? ''),
    ...(typeof payload['transcript_path'] === 'string'
      ? {}
      : { last_assistant_message: payload['prompt_response'] }),
    error: outputOf(payload),
    is_interrupt: hasError(payload),
  }
}
