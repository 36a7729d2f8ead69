import type { Config } from '../../../schema/config.js'
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

export type Said = Pick<
  Finding,
  'rule' | 'severity' | 'subject_type' | 'subject_id' | 'detail' | 'action_taken'
> & {
  /** How many sessions are behind it. */
  count: number
}

/** One pure check. */
export interface Rule<F> {
  id: string
  /** What it says of the subject; null when there is nothing to say. */
  check(facts: F, settings: Settings): Said | null
  /** Whether an earlier finding of this rule has ended. */
  isOver(facts: F, settings: Settings): boolean
}

export const lookbackStart = ({ now, lookbackSeconds }: Settings): string =>
  new Date(Date.parse(now) - lookbackSeconds * 1000).toISOString()

/** Whether the task has run in the look-back: what ended before it is past. */
export const isRecent = ({ outcomes }: TaskFacts, settings: Settings): boolean =>
  (outcomes[0]?.timestamp ?? '') >= lookbackStart(settings)
