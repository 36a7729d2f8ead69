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

/** Every kind of record that the store keeps, with its contract; each is made when it is asked. */
export const recordSchemas = {
  get run() {
    return RunRow
  },
  get verdict() {
    return Verdict
  },
  get lesson() {
    return LessonRow
  },
  get exposure() {
    return Exposure
  },
  get memory() {
    return MemoryEntry
  },
  get outcome() {
    return Outcome
  },
  get finding() {
    return Finding
  },
  get task() {
    return Task
  },
  get interaction() {
    return Interaction
  },
  get model_call() {
    return ModelCall
  },
  get due() {
    return DueRow
  },
  get skill_change() {
    return SkillChange
  },
} as const

export type RecordKind = keyof typeof recordSchemas
export type RecordOf<K extends RecordKind> = z.infer<(typeof recordSchemas)[K]>

/** A record on its way into the store: new, or replacing the one with the same id. */
export type RecordWrite = { [K in RecordKind]: { kind: K; record: RecordOf<K> } }[RecordKind]
