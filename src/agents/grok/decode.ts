import path from 'node:path'
import type { DecodeContext } from '../../agent.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { asText } from '../../util/loose-json.js'
import {
  namedLikeClaude,
  sessionAborted,
  sessionErrored,
  sessionStarted,
  toolFailed,
} from '../hook-events.js'
import { decodeHook } from '../hook-payload.js'
import type { EventMaker } from '../hook-payload.js'
import { payloadObject } from '../payload-object.js'
import { grokCallFailed, outputOf } from './call-failed.js'
import { grokTools } from './tools.js'

/** Its own names are in camelCase; only some have their shared name beside them. */
export function decode(raw: unknown, context: DecodeContext): AgentEvent | null {
  const payload = payloadObject(raw)
  const shared = {
    ...payload,
    transcript_path: chatOf(asText(payload['transcript_path'] ?? payload['transcriptPath'])),
    last_assistant_message: payload['lastAssistantMessage'],
    background_tasks: payload['backgroundTasks'],
    prompt_id: payload['promptId'],
    agent_id: payload['subagentType'],
    error: payload['error'] ?? (outputOf(payload) || undefined),
  }
  const makers = grokCallFailed(payload) ? { PostToolUse: failed } : events
  return decodeHook('grok', makers, shared, context)
}

/**
 * The payload names the log of updates, which lags behind the stop and joins messages. The chat that
 * the model gets lies beside it, and is written before the hook is called.
 */
const chatOf = (file: string | null): string | undefined =>
  file === null ? undefined : path.join(path.dirname(file), 'chat_history.jsonl')

const failed = toolFailed(grokTools)

/** At its end the client reports another stop, with no turn left to go on with. */
const stopped: EventMaker = (payload, common) =>
  payload.reason === undefined || payload.reason === 'end_turn'
    ? namedLikeClaude.Stop(payload, common)
    : null

const events = {
  ...namedLikeClaude,
  SessionStart: (payload, common) =>
    sessionStarted(
      { ...payload, source: payload.source === 'new' ? 'startup' : payload.source },
      common,
    ),
  Stop: stopped,
  StopFailure: sessionErrored,
  StopCancelled: sessionAborted,
  PostToolUseFailure: failed,
} satisfies Readonly<Record<string, EventMaker>>
