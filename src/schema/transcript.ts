import * as z from 'zod/mini'
import { LineChange } from './episode.js'
import { Count } from './scalar.js'

/** What a tool does, whatever a client calls it. */
export const ToolKind = z.enum([
  'command',
  'edit',
  'read',
  'search',
  'web',
  'todo',
  'subagent',
  'ask',
  'plan',
  'other',
])
export type ToolKind = z.infer<typeof ToolKind>

/** How a tool call stands. `pending` has no result yet; `denied` was refused by a person or a rule. */
export const ToolStatus = z.enum(['pending', 'completed', 'failed', 'denied', 'interrupted'])
export type ToolStatus = z.infer<typeof ToolStatus>

export const Todo = z.strictObject({
  text: z.string(),
  state: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
})
export type Todo = z.infer<typeof Todo>

/** Why a message in the human's place was not written by a human. */
export const SyntheticSource = z.enum([
  'hook-feedback',
  'ours',
  'compaction-summary',
  'command',
  'notification',
  'meta',
])
export type SyntheticSource = z.infer<typeof SyntheticSource>

const common = {
  /** Position in the session: 0, 1, 2 … in the order of the transcript; stable once given. */
  step: Count,
  /** ISO instant, where the transcript has one. */
  at: z.nullable(z.string()),
  /** A subagent's doing: evidence of what was done, never a message to or from the human. */
  sidechain: z.boolean(),
}

const entry = <K extends string, S extends z.core.$ZodShape>(kind: K, fields: S) =>
  z.strictObject({ kind: z.literal(kind), ...common, ...fields })

/** One thing that happened in a session, normalised. Texts are bounded, secrets not yet removed. */
export const TranscriptEntry = z.discriminatedUnion('kind', [
  entry('human', { text: z.string() }),
  entry('synthetic', { source: SyntheticSource, text: z.string() }),
  entry('agent', {
    text: z.string(),
    /** The client's id of the message; parts of one message share it. */
    messageId: z.nullable(z.string()),
    /** false when it was cut: by the output limit, an abort or an error. */
    completed: z.boolean(),
    outputTokens: z.nullable(Count),
  }),
  entry('tool-call', {
    callId: z.string(),
    /** The client's own name of the tool. */
    tool: z.string(),
    toolKind: ToolKind,
    /** The arguments on one line, bounded: the same arguments give the same text. */
    input: z.string(),
    /** The command line of a `command`. */
    command: z.nullable(z.string()),
    /** Files that the call is about, as the client names them. */
    files: z.array(z.string()),
    /** What an `edit` puts into its files, bounded; null where that can't be known. */
    written: z.nullable(z.string()),
    /** The edit makes a file that (as far as the transcript shows) was not there. */
    creates: z.boolean(),
    /** The edit changes comments and blank lines alone. */
    commentsOnly: z.optional(z.boolean()),
    /** How large an `edit` is, in the order of its files; shorter where that can't be known. */
    sizes: z.optional(
      z.array(
        z.strictObject({
          removed: Count,
          added: Count,
          symbol: z.nullable(z.string()),
          change: z.optional(LineChange),
        }),
      ),
    ),
  }),
  entry('tool-result', {
    callId: z.string(),
    status: ToolStatus,
    exitCode: z.nullable(z.int()),
    /** Head and tail, bounded. */
    output: z.string(),
    /** Files that the call edited, where the client tells them. */
    edited: z.optional(z.array(z.strictObject({ file: z.string(), commentsOnly: z.boolean() }))),
  }),
  entry('todos', { todos: z.array(Todo) }),
  entry('compaction', { trigger: z.enum(['manual', 'auto', 'unknown']) }),
  /** The human stopped the agent. */
  entry('interrupt', {}),
  /** A provider or client error took the agent's turn. */
  entry('error', { text: z.string() }),
])
export type TranscriptEntry = z.infer<typeof TranscriptEntry>

/** What a transcript says of its session as a whole; later lines win. */
export const SessionFacts = z.strictObject({
  sessionId: z.nullable(z.string()),
  cwd: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  model: z.nullable(z.string()),
  /** The client's mode at the end, e.g. `plan`. */
  mode: z.nullable(z.string()),
})
export type SessionFacts = z.infer<typeof SessionFacts>
