import type * as z from 'zod/mini'
import { Check } from './check.js'
import { CheckRun } from './check-run.js'
import { Demand } from './demand.js'
import { DueRow } from './due-row.js'
import { Episode } from './episode.js'
import { Exposure } from './exposure.js'
import { Finding } from './finding.js'
import { Interaction } from './interaction.js'
import { LessonRow } from './lesson.js'
import { MemoryEntry } from './memory-entry.js'
import { ModelCall } from './model-call.js'
import { OutboxRow } from './outbox-row.js'
import { Outcome } from './outcome.js'
import { Recall } from './recall.js'
import { RunRow } from './run-record.js'
import { SelfLine } from './self-line.js'
import { SessionOutcome } from './session-outcome.js'
import { SkillChange } from './skill-change.js'
import { SkillState } from './skill-state.js'
import { Task } from './task.js'
import { Trial } from './trial.js'
import { Verdict } from './verdict.js'
import type { Visibility } from './visibility.js'

/** Every kind of record that the store keeps, with its contract: asked for, because a hook writes few kinds. */
export const recordSchemas = {
  run: () => RunRow,
  verdict: () => Verdict,
  lesson: () => LessonRow,
  exposure: () => Exposure,
  memory: () => MemoryEntry,
  outcome: () => Outcome,
  finding: () => Finding,
  task: () => Task,
  interaction: () => Interaction,
  model_call: () => ModelCall,
  due: () => DueRow,
  skill_change: () => SkillChange,
  check: () => Check,
  check_run: () => CheckRun,
  demand: () => Demand,
  episode: () => Episode,
  session_outcome: () => SessionOutcome,
  recall: () => Recall,
  skill_state: () => SkillState,
  trial: () => Trial,
  self_line: () => SelfLine,
  outbox: () => OutboxRow,
} as const

export type RecordKind = keyof typeof recordSchemas
export type RecordOf<K extends RecordKind> = z.infer<ReturnType<(typeof recordSchemas)[K]>>

/** A record on its way into the store: new, or replacing the one with the same id. */
export type RecordWrite = {
  [K in RecordKind]: {
    kind: K
    record: RecordOf<K>
    /** @default what the row has already; `private` for a new one */
    visibility?: Visibility
    /** Of its line in the log: a key that is not logged yet. @default none */
    key?: string
  }
}[RecordKind]
