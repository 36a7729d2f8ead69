/** Pi: what our extension inside it sends comes in, what that extension is to do goes out. */
import { hookAgent } from '../hook-agent.js'
import { namedLikeClaude, sessionAborted, sessionErrored, toolFailed } from '../hook-events.js'
import { repliesToFailedCalls } from '../hook-reply.js'
import { piTools } from './tools.js'

export const pi = hookAgent({
  id: 'pi',
  traces: {
    variables: ['PI_CODING_AGENT'],
    programs: ['pi'],
    paths: ['/@earendil-works/pi-coding-agent/'],
  },
  // Our extension writes its payloads.
  events: {
    ...namedLikeClaude,
    Interrupt: sessionAborted,
    StopFailure: sessionErrored,
    PostToolUseFailure: toolFailed(piTools),
  },
  reply: {
    ...repliesToFailedCalls,
    // At a start there is no message that it could be added to.
    contextEvents: {
      'prompt-submitted': 'UserPromptSubmit',
      'tool-finished': 'PostToolUseFailure',
    },
  },
  sessions: ['sessions'],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
  loadInstaller: async () => (await import('./install.js')).piInstaller,
})
