import type { CheckRun } from '../../../schema/check-run.js'
import type { Config } from '../../../schema/config.js'
import type { Episode } from '../../../schema/episode.js'
import type { Finding } from '../../../schema/finding.js'
import type { Outcome } from '../../../schema/outcome.js'
import type { SkillChange } from '../../../schema/skill-change.js'
import type { Task } from '../../../schema/task.js'

export type Settings = Pick<
  Config['cycle'],
  'consecutiveFailureLimit' | 'lookbackSeconds' | 'minResultLength'
> & { now: string }

/** What the rules know of one task; outcomes newest first, none that was interrupted. */
export interface TaskFacts {
  id: string
  task: Task | null
  /** The newest ones, however old. */
  outcomes: readonly Outcome[]
}

/** What the rules know of one skill; outcomes newest first, in the look-back only. */
export interface SkillFacts {
  id: string
  failed: readonly Outcome[]
  completed: readonly Outcome[]
  /** Times the outcomes that were read cover the look-back, 1 when all were read. */
  failedShare: number
  completedShare: number
  /** The newest change of this skill that came true. */
  change: SkillChange | null
  /** Sessions that read it in the look-back before that change. */
  before: { failed: number; completed: number }
}

/** The most that is read of one failure: more would only make the count larger. */
export const MAX_MET = 50

/** What sessions met of one failure, by its key, or of one of the user's checks; newest first. */
export interface CheckFacts {
  id: string
  episodes: readonly Episode[]
  /** Episodes that a session left red and a later one saw green. @default none */
  greenSince?: ReadonlySet<string>
  runs: readonly CheckRun[]
}

/** One session, and the gates that sent its agent back. */
export interface PushedSession {
  sessionId: string
  at: string
  gates: readonly string[]
}

/** What the rules know of one gate: the last sessions, newest first. */
export interface GateFacts {
  id: string
  sessions: readonly PushedSession[]
}

/** What is said of all sessions together; newest first. */
export interface ProjectFacts {
  id: string
  /** The last ones that the agent was sure of and whose end is measured; none unless P1 passed. */
  sure: readonly { sessionId: string; at: string; isRight: boolean }[]
  /** P3 was killed: what they show is said, and nothing is made of it. */
  isSureNoted: boolean
  /** Those that made checks weaker without being asked to. */
  weakened: readonly { sessionId: string; at: string; what: string }[]
}

export type Said = Pick<
  Finding,
  'rule' | 'severity' | 'subject_type' | 'subject_id' | 'detail' | 'action_taken' | 'sessions'
> & {
  /** How many sessions are behind it. */
  count: number
  /** It is said, and no model is asked about it. */
  isNote?: boolean
}

/** One pure check. */
export interface Rule<F> {
  id: string
  /** What it says of the subject; null when there is nothing to say. */
  check(facts: F, settings: Settings): Said | null
  /** Whether an earlier finding of this rule has ended; asked when nothing is said. */
  isOver(facts: F, settings: Settings): boolean
}

export const lookbackStart = ({ now, lookbackSeconds }: Settings): string =>
  new Date(Date.parse(now) - lookbackSeconds * 1000).toISOString()

/** Sessions are fewer than runs of tasks, and say more. */
const SESSION_LOOKBACK_DAYS = 30
export const IN_LOOKBACK = `in the last ${SESSION_LOOKBACK_DAYS} days`

export const sessionLookbackStart = ({ now }: Pick<Settings, 'now'>): string =>
  new Date(Date.parse(now) - SESSION_LOOKBACK_DAYS * 24 * 3_600_000).toISOString()

/** Whether the task has run in the look-back: what ended before it is past. */
export const isRecent = ({ outcomes }: TaskFacts, settings: Settings): boolean =>
  (outcomes[0]?.timestamp ?? '') >= lookbackStart(settings)
