import type { DecodeContext } from '../../agent.js'
import { namedLikeClaude, sessionAborted } from '../hook-events.js'
import { decodeHook } from '../hook-payload.js'

export const decode = (raw: unknown, context: DecodeContext) =>
  decodeHook('codex', events, raw, context)

// What a hook said at a stop does not come back as a prompt, so that every prompt is a person's.
const events = { ...namedLikeClaude, Interrupt: sessionAborted }
