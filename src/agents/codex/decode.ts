import type { DecodeContext } from '../../agent.js'
import { namedLikeClaude, sessionAborted, toolFailed } from '../hook-events.js'
import { decodeHook } from '../hook-payload.js'
import { payloadObject } from '../payload-object.js'
import { codexTools } from './tools.js'

export function decode(raw: unknown, context: DecodeContext) {
  if (context.failed !== true) return decodeHook('codex', events, raw, context)
  const payload = payloadObject(raw)
  const failed = { ...payload, error: payload['tool_response'] }
  return decodeHook('codex', { PostToolUse: toolFailed(codexTools) }, failed, context)
}

// What a hook said at a stop does not come back as a prompt, so that every prompt is a person's.
const events = { ...namedLikeClaude, Interrupt: sessionAborted }
