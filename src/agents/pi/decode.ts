import type { DecodeContext } from '../../agent.js'
import { namedLikeClaude, sessionAborted, sessionErrored, toolFailed } from '../hook-events.js'
import { decodeHook } from '../hook-payload.js'
import { piTools } from './tools.js'

/** Our extension writes these payloads, in the form that several clients share. */
export const decode = (raw: unknown, context: DecodeContext) =>
  decodeHook('pi', events, raw, context)

const events = {
  ...namedLikeClaude,
  Interrupt: sessionAborted,
  StopFailure: sessionErrored,
  PostToolUseFailure: toolFailed(piTools),
}
