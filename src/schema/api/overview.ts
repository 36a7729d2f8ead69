import * as z from 'zod/mini'
import { AgentCost } from '../agent-cost.js'
import { Finding } from '../finding.js'
import { Count, Id, Timestamp } from '../scalar.js'
import { RunItem } from './run.js'
import { Ending } from './session.js'

export const OverviewQuery = z.strictObject({
  /** @default 30 */
  days: z.optional(z.int().check(z.gte(1), z.lte(366))),
})

/** How a gate's latest pushes turned out. */
export const GateTrack = z.strictObject({
  gate: z.string(),
  /** Of its last pushes, at most 20. */
  pushes: Count,
  /** Those that count against it: called wrong, aborted, contradicted, or without any change. */
  against: Count,
  reasons: z.record(z.string(), Count),
  /** It lost its right to push. */
  demoted: z.boolean(),
})
export type GateTrack = z.infer<typeof GateTrack>

export const Spent = z.strictObject({ timeMs: Count, tokens: Count, usd: z.number() })

/** A session that a person has to look at: it asks, or it was let through red. */
export const WaitingSession = z.strictObject({
  sessionId: Id,
  agent: Id,
  /** When something last happened in it. */
  at: Timestamp,
  why: z.enum(['asks', 'red']),
  /** What was asked last, one line, bounded; null when no message was seen. */
  asked: z.nullable(z.string()),
  /** What it waits for, or what is missing; empty where that is not known. */
  text: z.string(),
})
export type WaitingSession = z.infer<typeof WaitingSession>

/** A stop at which something was missing. */
export const EarlyStop = z.strictObject({
  sessionId: Id,
  turn: Count,
  at: Timestamp,
  asked: z.nullable(z.string()),
  /** What speaks against it. */
  fact: z.string(),
})
export type EarlyStop = z.infer<typeof EarlyStop>

/** Is it worth it? */
export const Overview = z.strictObject({
  days: Count,
  since: Timestamp,
  now: Timestamp,
  /** The sessions were taken over from transcripts: no hook was there that could have sent one back. */
  isImported: z.boolean(),
  /** Sessions that wait for a person, last active first; at most ten of the last two weeks. */
  waits: z.array(WaitingSession),
  /** Of sessions that were taken over: the latest stops that a hook would have sent back; at most ten. */
  early: z.array(EarlyStop),
  stops: z.strictObject({
    judged: Count,
    /** Told to go on; a nudge out of a stall is no such answer. */
    pushedBack: Count,
    complete: Count,
    incomplete: Count,
    needsPerson: Count,
    /** Judged, and unproven: nothing contradicted it, and nothing proved that it is done. */
    abstained: Count,
    /** Stops that were not judged: paused, waiting, capped, … */
    notJudged: Count,
  }),
  /** How the human turns with at least one push ended. */
  pushed: z.strictObject({
    turns: Count,
    endings: z.array(z.strictObject({ ending: Ending, turns: Count })),
  }),
  /** Every day of the window (UTC), oldest first; `rate` is null on days without a judged stop. */
  series: z.array(
    z.strictObject({
      day: z.string(),
      judged: Count,
      /** With something missing, whether or not the agent was sent back. */
      premature: Count,
      rate: z.nullable(z.number()),
    }),
  ),
  findings: z.strictObject({ open: Count, newest: z.array(Finding) }),
  /** Runs of the window that need review; mismatches of declared and computed risk come first. */
  review: z.strictObject({ count: Count, mismatches: Count, runs: z.array(RunItem) }),
  spend: z.strictObject({
    /** The day (UTC) that the figures are of. */
    day: z.string(),
    calls: Count,
    spent: Spent,
    budget: Spent,
    /** Calls to models without a known price: their tokens count, no dollars. */
    unpriced: Count,
  }),
  /** What the agents themselves used in the window, by model; what was read in their transcripts. */
  agents: AgentCost,
  /** `shown`: how often one was shown, of those of which it is known how it ended; over all time. */
  lessons: z.strictObject({ active: Count, shown: Count, helping: Count }),
  tasks: z.strictObject({
    active: Count,
    paused: Count,
    /** How runs of tasks ended in the window. */
    runs: z.strictObject({ completed: Count, failed: Count, timeout: Count, interrupted: Count }),
  }),
  gates: z.array(GateTrack),
  /** How sessions of the window ended. `judged` ones rest on the judge alone, and count for nothing. */
  outcomes: z.strictObject({
    completed: Count,
    failed: Count,
    waiting: Count,
    aborted: Count,
    unknown: Count,
    judged: Count,
  }),
  totals: z.strictObject({ sessions: Count, runs: Count, verdicts: Count, events: Count }),
})
export type Overview = z.infer<typeof Overview>
