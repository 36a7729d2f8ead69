import * as z from 'zod/mini'
import { Outcome } from '../outcome.js'
import { Claim } from '../claim.js'
import { CommandKind, TestCounts } from '../evidence.js'
import { JudgedFacts, JudgedGate } from '../judged-note.js'
import { RiskVerdict } from '../risk-verdict.js'
import { Count, Id, Timestamp } from '../scalar.js'
import { Verdict } from '../verdict.js'
import { PageQuery, pageOf } from './page.js'
import { Ending } from './session.js'

export const TimelineQuery = z.strictObject({
  ...PageQuery.shape,
  /** Only this human turn. */
  turn: z.optional(Count),
})
export type TimelineQuery = z.infer<typeof TimelineQuery>

const entry = <K extends string, S extends z.core.$ZodShape>(kind: K, fields: S) =>
  z.strictObject({
    kind: z.literal(kind),
    /** Unique in the session. */
    id: z.string(),
    at: Timestamp,
    /** The human turn; 0 before the first message. */
    turn: Count,
    ...fields,
  })

/** One thing that happened in a session, oldest first. All texts are data, never markup. */
export const TimelineEntry = z.discriminatedUnion('kind', [
  /** The client started, ended, was aborted or failed; a permission was asked or answered. */
  entry('session', {
    what: z.enum([
      'started',
      'ended',
      'aborted',
      'errored',
      'permission-asked',
      'permission-answered',
      'subagent-stopped',
    ]),
    detail: z.string(),
  }),
  entry('human', { text: z.string() }),
  /** Our own words as the client delivered them to the agent. */
  entry('delivered', { text: z.string() }),
  /** Calls in a row are one entry per tool. */
  entry('tool', { tool: z.string(), count: Count, failed: Count, last: Timestamp }),
  /** From the evidence at the next stop; with that stop's time where the transcript tells none. */
  entry('edit', { files: z.array(z.string()), creates: Count, step: Count }),
  /** A test, build, check or delivery that the agent ran. */
  entry('command', {
    command: z.string(),
    commandKind: CommandKind,
    result: z.enum(['passed', 'failed', 'unknown']),
    counts: z.nullable(TestCounts),
    failing: z.array(z.string()),
    gist: z.string(),
    exitCode: z.nullable(z.int()),
    step: Count,
  }),
  /** The agent stopped, with its last message where the client hands it over. */
  entry('stop', { text: z.nullable(z.string()), backgroundTasks: Count, planMode: z.boolean() }),
  entry('claim', { claim: Claim, verdictId: Id }),
  entry('verdict', {
    verdict: Verdict,
    /** What it says of the stop, in the words of a turn's ending. */
    ending: Ending,
    reason: z.string(),
    gates: z.array(JudgedGate),
    /** What it rests on; null in records of earlier versions. */
    facts: z.nullable(JudgedFacts),
    markedWrong: z.boolean(),
  }),
  /** Not judged, and why. */
  entry('closed', { reason: z.string() }),
  /** What went out to the agent or its user after a stop. */
  entry('feedback', {
    action: z.enum(['continue', 'context', 'toast', 'error']),
    moment: z.string(),
    text: z.string(),
    verdictId: z.nullable(Id),
  }),
  /** What went out because the agent was quiet, in circles, or had lost the thread. */
  entry('nudge', { moment: z.enum(['stall', 'compaction']), text: z.string() }),
  /** Nothing went out, for a reason other than that there was nothing to say. */
  entry('held', { reason: z.string() }),
  entry('compaction', {
    phase: z.enum(['begins', 'done']),
    trigger: z.enum(['manual', 'auto', 'unknown']),
  }),
  entry('capture', {
    runId: Id,
    risk: RiskVerdict,
    filesChanged: Count,
    confidence: z.nullable(z.number()),
    declaredVsComputed: z.nullable(z.enum(['agree', 'declared_lower', 'declared_higher'])),
    degraded: z.array(z.string()),
  }),
  /** A lesson was learned from a failed attempt. */
  entry('learned', { lessonId: Id, summary: z.string(), category: z.string() }),
  /** A lesson was put before the agent, or held out as control. */
  entry('recalled', {
    lessonId: Id,
    summary: z.nullable(z.string()),
    arm: z.enum(['shown', 'held_out']),
    outcome: z.enum(['open', 'success', 'failure', 'unknown']),
  }),
  /** An entry of the interaction log that has no form of its own here. */
  entry('note', { action: z.string(), text: z.string(), logId: Id }),
  /** How a sub-session of a task ended. */
  entry('outcome', {
    taskId: z.nullable(Id),
    status: Outcome.shape.status,
    text: z.string(),
    durationMs: Count,
  }),
])
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const TimelinePage = pageOf(TimelineEntry)
export type TimelinePage = z.infer<typeof TimelinePage>
