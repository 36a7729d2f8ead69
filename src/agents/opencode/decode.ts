import { clipSafely } from '../../safety/clip-safely.js'
import type { DecodeContext } from '../../agent.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { asInteger, asList, asRecord, asText } from '../../util/loose-json.js'
import { own } from '../../util/own.js'
import { failedCall } from '../finished-call.js'
import type { CommonFields } from '../hook-payload.js'
import { payloadObject } from '../payload-object.js'
import { readEnd } from './read-end.js'
import type { SessionEnd } from './read-end.js'
import { opencodeTools } from './tools.js'

const MAX_TEXT = 64 * 1024

/** What the plugin forwards becomes an event; null for what means nothing to us. */
export function decode(raw: unknown, context: DecodeContext): AgentEvent | null {
  const payload = payloadObject(raw)
  const properties = asRecord(payload['properties'])
  const info = asRecord(properties['info'])
  const name = asText(payload['type']) ?? context.eventName ?? ''
  const sessionId = bounded(properties['sessionID'] ?? info['id'])
  const common: CommonFields = {
    id: context.id,
    agent: 'opencode',
    sessionId: sessionId ?? 'unknown',
    // Set for a session that another one started.
    parentSessionId: bounded(payload['parentID'] ?? info['parentID']),
    at: context.now,
    cwd: asText(payload['directory']),
    transcriptPath: null,
    degraded: context.degraded ?? (sessionId === null ? 'the payload names no session' : null),
  }
  const end = readEnd(payload['transcript'])
  return own(events, name)?.(properties, common, end) ?? null
}

type Properties = Record<string, unknown>

const events: Record<
  string,
  (properties: Properties, common: CommonFields, end: SessionEnd) => AgentEvent | null
> = {
  // Nothing that we add could reach the agent here; lessons wait for the prompt.
  'session.created': (_, common) => ({
    kind: 'session-started',
    ...common,
    id: `start-${common.sessionId}`.slice(0, 256),
    source: 'unknown',
  }),
  'chat.message': prompt,
  'session.idle': stopped,
  'session.status': (properties, common, end) =>
    asRecord(properties['status'])['type'] === 'idle' ? stopped(properties, common, end) : null,
  'session.error': (properties, common) => {
    const error = asRecord(properties['error'])
    const name = asText(error['name']) ?? 'unknown'
    if (name === 'MessageAbortedError') return { kind: 'session-aborted', ...common }
    const message = asText(asRecord(error['data'])['message']) ?? ''
    return {
      kind: 'session-errored',
      ...common,
      error: clipSafely(`${name} ${message}`.trim(), 1000),
    }
  },
  'session.compacting': (_, common, { trigger }) => ({
    kind: 'session-compacting',
    ...common,
    trigger,
  }),
  'session.compacted': (_, common, { trigger, messageId }) => ({
    kind: 'session-compacted',
    ...common,
    id: idAt('compacted', common, messageId),
    trigger,
  }),
  'tool.execute.after': finished,
  'permission.asked': (properties, common) => asked(properties, common),
  'question.asked': (properties, common) => asked(properties, common),
  'permission.replied': (properties, common) =>
    answered(properties, common, properties['reply'] !== 'reject'),
  'question.replied': (properties, common) => answered(properties, common, true),
  'question.rejected': (properties, common) => answered(properties, common, false),
  'session.deleted': (_, common) => ({ kind: 'session-ended', ...common, reason: 'deleted' }),
}

/** A subagent's prompt comes from its agent, a part of ours from us, a synthetic one from the client. */
function prompt(properties: Properties, common: CommonFields): AgentEvent {
  const parts = asList(properties['parts']).map(asRecord)
  const isOurs = (part: Properties) => asRecord(part['metadata'])['reflection'] !== undefined
  const human = parts.filter(
    (part) => part['type'] !== 'compaction' && part['synthetic'] !== true && !isOurs(part),
  )
  const origin =
    human.length === 0 && parts.some(isOurs)
      ? 'ours'
      : human.length === 0 || common.parentSessionId !== null
        ? 'agent'
        : 'human'
  const promptId = bounded(properties['messageID'])
  const texts = (origin === 'human' ? human : parts).map((part) => asText(part['text']) ?? '')
  return {
    kind: 'prompt-submitted',
    ...common,
    id: promptId === null ? common.id : idAt('prompt', common, promptId),
    origin,
    text: clipSafely(texts.filter((text) => text !== '').join('\n'), MAX_TEXT),
    promptId,
  }
}

/**
 * The client says "idle" twice after an abort or an error, and under two names: one last message is
 * one stop. Behind a summary, an error or half a message the agent did not stop by itself.
 */
function stopped(_: Properties, common: CommonFields, end: SessionEnd): AgentEvent | null {
  const id = idAt('stop', common, end.messageId)
  if (common.parentSessionId !== null) {
    const subagentId = common.sessionId
    return { kind: 'subagent-stopped', ...common, id, lastMessage: end.text, subagentId }
  }
  if (end.messageId !== null && !end.isWhole) return null
  if (end.isSummary || (end.error !== null && end.error !== 'MessageAbortedError')) return null
  return {
    kind: 'session-stopped',
    ...common,
    id,
    lastMessage: end.text === null ? null : clipSafely(end.text, MAX_TEXT),
    backgroundTasks: 0,
    planMode: end.isPlan,
  }
}

/** The exit code is null where the client gave a command up, and absent of every other tool. */
function finished(properties: Properties, common: CommonFields): AgentEvent {
  const tool = clipSafely(asText(properties['tool']) ?? 'unknown', 200)
  const callId = bounded(properties['callID'])
  const { exit } = properties
  const failed = exit !== undefined && exit !== 0
  const id = idAt('call', common, callId)
  const event = { kind: 'tool-finished' as const, ...common, id, tool, callId, failed }
  if (!failed) return event
  const output = asText(properties['output']) ?? ''
  const input = asRecord(properties['args'])
  const call = failedCall({ tool, input, output, exitCode: asInteger(exit) }, opencodeTools)
  return { ...event, call }
}

const asked = (properties: Properties, common: CommonFields): AgentEvent => {
  const requestId = bounded(properties['id']) ?? common.id
  return { kind: 'permission-asked', ...common, id: idAt('asked', common, requestId), requestId }
}

const answered = (properties: Properties, common: CommonFields, granted: boolean): AgentEvent => {
  const requestId = bounded(properties['requestID'] ?? properties['permissionID']) ?? common.id
  const id = idAt('answered', common, requestId)
  return { kind: 'permission-answered', ...common, id, requestId, granted }
}

/** The same id when the same thing is told twice; the delivery's own where it can't be known. */
const idAt = (what: string, { sessionId, id }: CommonFields, mark: string | null): string =>
  mark === null ? id : `${what}-${sessionId}-${mark}`.slice(0, 256)

const bounded = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 256) : null
