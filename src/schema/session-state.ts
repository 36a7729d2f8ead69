import * as z from 'zod/mini'
import { Count, Id, Timestamp } from './scalar.js'

/** The right to act on a session, for a while. The fence keeps out a process that held it before. */
export const Lease = z.strictObject({
  fence: z.int().check(z.gte(1)),
  /** The human turn it was given for: a newer one makes it void. */
  turn: Count,
  expiresAt: Timestamp,
})
export type Lease = z.infer<typeof Lease>

/** How a human turn stands. `open` until a stop was settled without a push. */
export const TurnEnd = z.enum([
  'open',
  'reflected',
  'aborted',
  'capped',
  'no_progress',
  'waiting',
  'errored',
])
export type TurnEnd = z.infer<typeof TurnEnd>

/** What the guard knows of one session: a fold over its log events, and nothing else. */
export const SessionState = z.strictObject({
  sessionId: Id,
  agent: Id,
  parentSessionId: z.nullable(Id),
  /** Fixed by the first event; a later `cwd` never moves it. */
  projectRoot: z.nullable(z.string()),
  /** The commit that the run began from. */
  startPoint: z.nullable(z.string()),
  /** Tracked files that held what was not committed then, bounded. Absent where there was none. */
  uncommitted: z.optional(z.array(z.string())),
  startedAt: Timestamp,
  updatedAt: Timestamp,
  endedAt: z.nullable(Timestamp),
  /** Human messages so far. */
  turn: Count,
  turnEnd: TurnEnd,
  /** Pushes and nudges in this turn, one budget for both. */
  attempts: Count,
  /** How often each state of the evidence was pushed in this turn. */
  pushes: z.record(z.string(), z.int()),
  /** Permissions and questions that wait for an answer. */
  openRequests: z.array(Id),
  /** How often each call failed in this turn, by its key; the latest calls. Absent before the first. */
  failures: z.optional(z.record(z.string(), Count)),
  /** The human refused what the agent asked for last; the next word is theirs. */
  refused: z.boolean(),
  lease: z.nullable(Lease),
  lastFence: Count,
  /** Stops of this session so far, pushed back or not. */
  stops: Count,
  /** Taken over from a transcript: no hook saw it. */
  imported: z.optional(z.literal(true)),
  /** What the agent was last told to do, as keys of the texts: a client may hand them back as prompts. */
  told: z.optional(z.array(z.string())),
})
export type SessionState = z.infer<typeof SessionState>
