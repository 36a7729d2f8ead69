import * as z from 'zod/mini'
import { AgentSpent } from '../agent-cost.js'
import { CheckRun } from '../check-run.js'
import { Claim } from '../claim.js'
import { JudgedDemand } from '../demand.js'
import { Episode } from '../episode.js'
import { CommandRun } from '../evidence.js'
import { Exposure } from '../exposure.js'
import { JudgedGate } from '../judged-note.js'
import { Recall } from '../recall.js'
import { Count, Id, Timestamp } from '../scalar.js'
import { SessionOutcome } from '../session-outcome.js'
import { TurnEnd } from '../session-state.js'
import { Severity } from '../verdict.js'
import { PageQuery, pageOf, SearchText, TimeQuery } from './page.js'

/**
 * How a human turn, or a whole session, ended, in words for people. `unproven`: it was judged, without a result;
 * `unjudged`: it was not judged; `open`: it is still going.
 */
export const Ending = z.enum([
  'done',
  // What an agent was sent back for is settled since; nothing more is known.
  'settled',
  'incomplete',
  'needs_person',
  'aborted',
  'capped',
  'no_progress',
  'errored',
  'unproven',
  'unjudged',
  'open',
])
export type Ending = z.infer<typeof Ending>

export const SessionQuery = z.strictObject({
  ...PageQuery.shape,
  ...TimeQuery.shape,
  agent: z.optional(Id),
  /** The project's root. */
  project: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  state: z.optional(TurnEnd),
  ending: z.optional(Ending),
  /** Only sessions that were pushed back at least once. */
  pushed: z.optional(z.boolean()),
  /** Words in the id, the project or what was asked first. */
  q: z.optional(SearchText),
})
export type SessionQuery = z.infer<typeof SessionQuery>

/** The newest verdict of a session, as far as a list shows it. */
export const VerdictBrief = z.strictObject({
  id: Id,
  at: Timestamp,
  complete: z.nullable(z.boolean()),
  severity: Severity,
  requiresHumanAction: z.boolean(),
  gates: z.array(z.string()),
  judge: z.string(),
})
export type VerdictBrief = z.infer<typeof VerdictBrief>

export const SessionItem = z.strictObject({
  id: Id,
  agent: Id,
  project: z.nullable(z.string()),
  parentSessionId: z.nullable(Id),
  startedAt: Timestamp,
  updatedAt: Timestamp,
  endedAt: z.nullable(Timestamp),
  /** Human messages so far. */
  turns: Count,
  stops: Count,
  /** How often a stop was sent back, over all turns; nudges out of a stall are not counted. */
  pushes: Count,
  state: TurnEnd,
  /** As its outcome settled it; before that, how its last turn ended. */
  ending: Ending,
  /** The first human message, one line, bounded; null when none was seen. */
  asked: z.nullable(z.string()),
  verdict: z.nullable(VerdictBrief),
})
export type SessionItem = z.infer<typeof SessionItem>

export const SessionPage = pageOf(SessionItem)
export type SessionPage = z.infer<typeof SessionPage>

/** One run of a check that the user added, as far as a turn shows it. */
export const CheckItem = z.pick(CheckRun, {
  id: true,
  name: true,
  command: true,
  trigger: true,
  state: true,
  result: true,
  exitCode: true,
  tries: true,
  durationMs: true,
  failure: true,
  startedAt: true,
})
export type CheckItem = z.infer<typeof CheckItem>

/** One human turn, so that it is understood at a glance. */
export const TurnSummary = z.strictObject({
  turn: Count,
  asked: z.nullable(z.strictObject({ at: Timestamp, text: z.string() })),
  /** What the turn's last verdict knew of the demands, each with its evidence. */
  demanded: z.array(JudgedDemand),
  /** What the agent said of its work: denied at an earlier stop of the turn, then at the last one. */
  claimed: z.array(Claim),
  /** The agent's last message, bounded; null when the client did not hand it over. */
  lastMessage: z.nullable(z.string()),
  /** What the record shows of the work, over all stops of the turn, bounded. */
  done: z.strictObject({ files: z.array(z.string()), commands: z.array(CommandRun) }),
  /** The points of its stops, each as it was judged last; those of the last stop first, open ones before others. */
  points: z.array(
    z.strictObject({
      ...JudgedGate.shape,
      /** The last verdict that named it. */
      verdict: Id,
      /** It was there at the last stop. */
      isLast: z.boolean(),
    }),
  ),
  /** Checks that we ran for it, oldest first. */
  checks: z.array(CheckItem),
  /** What we sent back, or told the human, oldest first. */
  said: z.array(z.strictObject({ at: Timestamp, moment: z.string(), text: z.string() })),
  ended: z.strictObject({
    ending: Ending,
    at: z.nullable(Timestamp),
    /** One sentence. */
    text: z.string(),
  }),
})
export type TurnSummary = z.infer<typeof TurnSummary>

/** A check that went red in a session, in words. */
export const SessionEpisode = z.strictObject({
  id: Id,
  check: z.string(),
  state: Episode.shape.state,
  /** How it was red: the test or the file, and the error; empty when its output did not say. */
  red: z.string(),
  /** What made it green, or that it stayed red. */
  ended: z.string(),
  startedAt: Timestamp,
  /** What it taught; null when that would help in no later session. */
  lessonId: z.nullable(Id),
})
export type SessionEpisode = z.infer<typeof SessionEpisode>

/** An item that earlier sessions left behind, which this one was shown or which was held out from it. */
export const SessionRecall = z.strictObject({
  ...z.pick(Recall, {
    id: true,
    turn: true,
    item: true,
    arm: true,
    at: true,
  }).shape,
  /** When it came up, and why, in words. */
  occasion: z.string(),
  /** What the item says, one line, bounded; null when it is gone. */
  text: z.nullable(z.string()),
  /** How the attempt ended; null for what is not measured. */
  outcome: z.nullable(Exposure.shape.outcome),
})
export type SessionRecall = z.infer<typeof SessionRecall>

export const SessionDetail = z.strictObject({
  session: SessionItem,
  /** How it ended, and how that is known; null while that is not settled. */
  outcome: z.nullable(SessionOutcome),
  /** Oldest first; of very long sessions the latest 50. */
  turns: z.array(TurnSummary),
  /** Oldest first, bounded. */
  episodes: z.array(SessionEpisode),
  /** Oldest first, bounded. */
  recalls: z.array(SessionRecall),
  totals: z.strictObject({
    /** null where the client tells of failed calls alone, or of none. */
    toolCalls: z.nullable(Count),
    toolFailures: Count,
    verdicts: Count,
    runs: Count,
    compactions: Count,
    lessonsShown: Count,
    lessonsLearned: Count,
    spentUsd: z.number(),
    spentTokens: Count,
  }),
  /** What the session's own models used; null where the client does not tell it. */
  usage: z.nullable(AgentSpent),
})
export type SessionDetail = z.infer<typeof SessionDetail>
