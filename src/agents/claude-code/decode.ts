import type { DecodeContext } from '../../agent.js'
import {
  namedLikeClaude,
  promptSubmitted,
  sessionErrored,
  toolFailed,
  toolFinished,
} from '../hook-events.js'
import { decodeHook } from '../hook-payload.js'
import { claudeTools } from './tools.js'

export const decode = (raw: unknown, context: DecodeContext) =>
  decodeHook('claude-code', events, raw, context)

/** Prompts that the client makes up itself (wake-ups, notifications) are no human turn. */
const HUMAN_SOURCES = new Set<string | undefined>([undefined, 'user', 'sdk'])

const events = {
  ...namedLikeClaude,
  UserPromptSubmit: promptSubmitted(({ source }) => HUMAN_SOURCES.has(source)),
  StopFailure: sessionErrored,
  PostToolUse: toolFinished,
  PostToolUseFailure: toolFailed(claudeTools),
}
