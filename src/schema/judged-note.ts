import * as z from 'zod/mini'
import { Claim } from './claim.js'
import { JudgedDemand } from './demand.js'
import { CommandRun, Edit } from './evidence.js'
import { Count } from './scalar.js'
import { Act } from './sentence.js'
import { Severity } from './verdict.js'
import { WeakenedCheck } from './weakened-check.js'

/** A red gate as it was judged: what it says, and the words that it rests on. */
export const JudgedGate = z.strictObject({
  gate: z.string(),
  fact: z.string(),
  /** The words of a tool, the agent or the human; data only. */
  quote: z.nullable(z.string()),
  severity: Severity,
  missing: z.string(),
  nextAction: z.string(),
  requested: z.boolean(),
  tier: z.enum(['push', 'note']),
  demoted: z.boolean(),
  counts: z.boolean(),
  /** Why it does not count, where it otherwise would; absent in entries of earlier versions. */
  accounted: z.optional(z.string()),
  /** The sentence that it was read from, and the words that decided; absent where nothing was read. */
  read: z.optional(
    z.strictObject({ text: z.string(), before: z.string(), act: Act, words: z.array(z.string()) }),
  ),
})
export type JudgedGate = z.infer<typeof JudgedGate>

/** The part of the evidence that a verdict is explained by: what was done since the stop before. */
export const JudgedFacts = z.strictObject({
  /** What the human said last, bounded; absent in entries of earlier versions. */
  asked: z.optional(z.nullable(z.string())),
  /** The agent's last message by the transcript, bounded, where the client does not hand it over. */
  said: z.optional(z.string()),
  claims: z.array(Claim),
  /** Checks that the change made weaker; absent in entries of earlier versions. */
  weakened: z.optional(z.array(WeakenedCheck)),
  /** Tests, builds and checks since the stop before, bounded. */
  commands: z.array(CommandRun),
  /** Edits since the stop before, bounded. */
  edits: z.array(Edit),
  todosOpen: Count,
  filesChanged: z.array(z.string()),
  degraded: z.array(z.string()),
})
export type JudgedFacts = z.infer<typeof JudgedFacts>

/** One of the user's checks that did not run at a stop, and why not. */
export const CheckNotRun = z.strictObject({ name: z.string(), why: z.string() })
export type CheckNotRun = z.infer<typeof CheckNotRun>

/** What the log keeps beside a verdict, as the output of its `stop_judged` entry. */
export const JudgedNote = z.strictObject({
  reason: z.string(),
  failure: z.nullable(z.string()),
  not_written: z.nullable(z.string()),
  gates: z.array(JudgedGate),
  /** Absent in entries of earlier versions. */
  facts: z.optional(JudgedFacts),
  /** What was demanded, with its evidence; absent in entries of earlier versions. */
  demands: z.optional(z.array(JudgedDemand)),
  /** The user's checks that did not run at this stop; absent when there were none. */
  notRun: z.optional(z.array(CheckNotRun)),
  /** Objections of the judge model whose pointer did not hold; absent when there were none. */
  dropped: z.optional(Count),
})
export type JudgedNote = z.infer<typeof JudgedNote>
