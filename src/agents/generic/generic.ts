/**
 * Any agent that speaks our own JSON: an AgentEvent comes in (what can be filled in may be left
 * out), an Action goes out, one JSON object each. `docs/generic-agent.md` documents both.
 */
import path from 'node:path'
import type { Agent, DecodeContext } from '../../agent.js'
import type { Action } from '../../schema/action.js'
import { AgentEvent } from '../../schema/agent-event.js'
import type { AgentEventKind } from '../../schema/agent-event.js'
import { ReflectError } from '../../schema/error.js'
import { clipSafely } from '../../safety/clip-safely.js'
import { own } from '../../util/own.js'
import { payloadObject } from '../payload-object.js'

export const generic: Agent = {
  id: 'generic',
  // The name by which programs tell what they start that an agent started it.
  traces: { variables: ['AI_AGENT'], programs: [], paths: [] },
  capabilities: {
    canContinue: true,
    canPromptIdle: false,
    maxContinuations: null,
    takesContext: () => true,
    hasToasts: true,
  },
  decode,
  encode: (action) => JSON.stringify(action),
  encodeRefusal: (text) => JSON.stringify({ kind: 'error', text } satisfies Action),
  transcriptRoots: (home) => [path.join(home, '.reflectory', 'transcripts')],
  loadTranscriptReader: async () => (await import('./transcript.js')).transcriptReader,
}

/** What a kind's own fields are when they are left out. */
const DEFAULTS: Readonly<Partial<Record<AgentEventKind, object>>> = {
  'session-started': { source: 'unknown' },
  'prompt-submitted': { origin: 'human', promptId: null },
  'session-stopped': { lastMessage: null, backgroundTasks: 0, planMode: false },
  'subagent-stopped': { lastMessage: null, subagentId: null },
  'tool-finished': { callId: null, failed: false },
  'session-compacting': { trigger: 'unknown' },
  'session-compacted': { trigger: 'unknown' },
  'session-ended': { reason: 'other' },
}

function decode(raw: unknown, context: DecodeContext): AgentEvent {
  const payload = payloadObject(raw)
  const kind = payload['kind'] ?? context.eventName
  const parsed = AgentEvent.safeParse({
    id: context.id,
    agent: 'generic',
    sessionId: 'unknown',
    parentSessionId: null,
    at: context.now,
    cwd: null,
    transcriptPath: null,
    degraded: context.degraded,
    ...own(DEFAULTS, String(kind)),
    ...bounded(payload),
    kind,
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const misfit = `The event does not match its contract at "${issue?.path.join('.') ?? ''}"`
  throw new ReflectError('payload-invalid', context.degraded ?? misfit, {
    cause: parsed.error,
    remedy: 'See schemas/agent-event.schema.json for what is allowed.',
  })
}

/** As much of a message as of any other client's. */
const MAX_TEXT = 64 * 1024
const TEXTS = new Set(['text', 'lastMessage', 'error', 'errorOutput'])

const bounded = (payload: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      typeof value === 'string' && TEXTS.has(name) ? clipSafely(value, MAX_TEXT) : value,
    ]),
  )
