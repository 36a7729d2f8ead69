import type { DecodeContext } from '../../agent.js'
import { namedLikeClaude } from '../hook-events.js'
import { decodeHook } from '../hook-payload.js'

/** Claude Code's payloads, without the last message: the transcript is written before the stop. */
export const decode = (raw: unknown, context: DecodeContext) =>
  decodeHook('droid', namedLikeClaude, raw, context)
