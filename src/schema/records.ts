import type * as z from 'zod/mini'
import { DueRow } from './due-row.js'
import { Exposure } from './exposure.js'
import { Finding } from './finding.js'
import { Interaction } from './interaction.js'
import { LessonRow } from './lesson.js'
import { MemoryEntry } from './memory-entry.js'
import { ModelCall } from './model-call.js'
import { Outcome } from './outcome.js'
import { RunRow } from './run-record.js'
import { SkillChange } from './skill-change.js'
import { Task } from './task.js'
import { Verdict } from './verdict.js'

/** Every kind of record that the store keeps, with its contract. */
export const recordSchemas = {
  run: RunRow,
  verdict: Verdict,
  lesson: LessonRow,
  exposure: Exposure,
  memory: MemoryEntry,
  outcome: Outcome,
  finding: Finding,
  task: Task,
  interaction: Interaction,
  model_call: ModelCall,
  due: DueRow,
  skill_change: SkillChange,
} as const

export type RecordKind = keyof typeof recordSchemas
export type RecordOf<K extends RecordKind> = z.infer<(typeof recordSchemas)[K]>

/** A record on its way into the store: new, or replacing the one with the same id. */
export type RecordWrite = { [K in RecordKind]: { kind: K; record: RecordOf<K> } }[RecordKind]
