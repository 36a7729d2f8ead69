import * as z from 'zod/mini'
import { Count, Id } from './scalar.js'

/** The lines between a client's plugin and the resident hook; both sides say it first. */
export const RESIDENT_PROTOCOL = 1

/** What a plugin says. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: Count,
    /** The client's own version, where the plugin knows it. */
    version: z.nullable(z.string()),
  }),
  /** Something happened; answered with exactly one `action` that names its number. */
  z.object({
    type: z.literal('event'),
    event: Count,
    /** As the agent's adapter reads it. */
    payload: z.record(z.string(), z.unknown()),
    /** The session as a document of the client's, where its moments ask what happened. */
    transcript: z.optional(z.unknown()),
  }),
  z.object({ type: z.literal('busy'), session: Id, busy: z.boolean() }),
  /** The client ends: what is under way is recorded, and nothing can be delivered any more. */
  z.object({ type: z.literal('leaving') }),
  z.object({ type: z.literal('result'), call: Count, value: z.unknown() }),
  z.object({ type: z.literal('failed'), call: Count, reason: z.string() }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/** What the resident hook asks of the client. */
const ResidentCall = z.discriminatedUnion('name', [
  z.strictObject({
    type: z.literal('call'),
    call: Count,
    name: z.literal('transcript'),
    session: Id,
  }),
  z.strictObject({
    type: z.literal('call'),
    call: Count,
    name: z.literal('generate'),
    session: z.nullable(Id),
    prompt: z.string(),
  }),
])

/** What the resident hook says. */
export const ResidentMessage = z.union([
  z.strictObject({ type: z.literal('ready'), protocol: Count }),
  /** Does not speak the plugin's protocol, and ends. */
  z.strictObject({ type: z.literal('refused'), protocol: Count, reason: z.string() }),
  z.strictObject({
    type: z.literal('action'),
    /** The event that it answers; null for what was due by itself. */
    event: z.nullable(Count),
    session: z.nullable(Id),
    /** What the agent's adapter made of the action; null when there is nothing to do. */
    reply: z.nullable(z.unknown()),
  }),
  ResidentCall,
  /** The result of that call is no longer needed. */
  z.strictObject({ type: z.literal('cancel'), call: Count }),
])
export type ResidentMessage = z.infer<typeof ResidentMessage>

/** What the client's model wrote for a `generate`. */
export const LentAnswer = z.object({
  text: z.string(),
  model: z.string(),
  inputTokens: z.nullable(Count),
  outputTokens: z.nullable(Count),
})
export type LentAnswer = z.infer<typeof LentAnswer>
