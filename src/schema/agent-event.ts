import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'
import { ToolKind } from './transcript.js'

/** Who wrote a text. Known from ids and metadata, never from a phrase in the text. */
export const Origin = z.enum(['human', 'agent', 'tool', 'ours'])
export type Origin = z.infer<typeof Origin>

/** A finished call, so that the same call can be recognised. Keys are hashes: equal means the same. */
const FinishedCall = z.strictObject({
  toolKind: ToolKind,
  /** The command, the files or the arguments: one line, bounded. */
  action: z.string(),
  /** Tool and arguments; white space and long runs of digits don't count. */
  actionKey: z.string(),
  exitCode: z.nullable(z.int()),
  /** Head and tail of the output or the error, bounded, one line. */
  output: z.string(),
  /** More of it, with its lines, for an immediate reader; the log doesn't keep it. */
  printed: z.optional(z.string()),
  /** The whole output or error. */
  resultKey: z.string(),
})
export type FinishedCall = z.infer<typeof FinishedCall>

const common = {
  /** Unique per event; a second delivery of the same id changes nothing. */
  id: Id,
  /** The adapter's id, e.g. `claude-code`. */
  agent: Id,
  sessionId: Id,
  /** Set when another session started this one. */
  parentSessionId: z.nullable(Id),
  at: Timestamp,
  /** Where the client says it works; absolute. The project root is fixed at session start instead. */
  cwd: z.nullable(z.string()),
  /** The client's transcript on disk, if it named one. Only hook input may set it. */
  transcriptPath: z.nullable(z.string()),
  /** Set when the payload could not be read whole; says why. */
  degraded: z.nullable(z.string()),
}

const event = <K extends string, S extends z.core.$ZodShape>(kind: K, fields: S) =>
  z.strictObject({ kind: z.literal(kind), ...common, ...fields })

/** What a client told us, normalised. */
export const AgentEvent = z.discriminatedUnion('kind', [
  event('session-started', {
    source: z.enum(['startup', 'resume', 'clear', 'compact', 'fork', 'unknown']),
  }),
  event('prompt-submitted', {
    origin: Origin,
    text: z.string(),
    /** The client's own id of this prompt, where it has one. */
    promptId: z.nullable(Id),
  }),
  event('tool-finished', {
    tool: z.string(),
    callId: z.nullable(Id),
    failed: z.boolean(),
    /** The subagent whose call it was. */
    subagentId: z.optional(Id),
    /** Absent where the client tells no more of the call. */
    call: z.optional(FinishedCall),
  }),
  event('session-stopped', {
    /** The agent's last text, where the client hands it over. */
    lastMessage: z.nullable(z.string()),
    backgroundTasks: Count,
    planMode: z.boolean(),
    /** What the client may do without asking, in its own word; absent where it doesn't say. */
    permissionMode: z.optional(z.string()),
  }),
  event('subagent-stopped', { lastMessage: z.nullable(z.string()), subagentId: z.nullable(Id) }),
  event('session-idle-long', { idleMs: Count }),
  event('session-compacting', { trigger: z.enum(['manual', 'auto', 'unknown']) }),
  event('session-compacted', { trigger: z.enum(['manual', 'auto', 'unknown']) }),
  event('session-aborted', {}),
  event('session-errored', { error: z.string() }),
  event('permission-asked', { requestId: Id }),
  event('permission-answered', { requestId: Id, granted: z.boolean() }),
  event('session-ended', { reason: z.string() }),
  event('attempt-failed', { failureId: Id }),
])
export type AgentEvent = z.infer<typeof AgentEvent>
export type AgentEventKind = AgentEvent['kind']
export type AgentEventOf<K extends AgentEventKind> = Extract<AgentEvent, { kind: K }>
