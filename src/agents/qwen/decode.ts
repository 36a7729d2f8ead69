import type { DecodeContext } from '../../agent.js'
import { namedLikeClaude, promptSubmitted, sessionErrored, toolFailed } from '../hook-events.js'
import { decodeHook } from '../hook-payload.js'
import type { EventMaker, HookPayload } from '../hook-payload.js'
import { qwenTools } from './tools.js'

export const decode = (raw: unknown, context: DecodeContext) =>
  decodeHook('qwen', events, raw, context)

const isHuman = ({ submitted_prompt: submitted = '' }: HookPayload): boolean =>
  submitted.trim() !== ''

/** Fires again, with an empty prompt, for the results of every tool call. */
const submitted: EventMaker = (payload, common) =>
  (payload.prompt ?? '') === '' ? null : promptSubmitted(isHuman)(payload, common)

const events = {
  ...namedLikeClaude,
  UserPromptSubmit: submitted,
  StopFailure: sessionErrored,
  PostToolUseFailure: toolFailed(qwenTools),
}
