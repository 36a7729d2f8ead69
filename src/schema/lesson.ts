import * as z from 'zod/mini'
import { Id, Timestamp, Unit } from './scalar.js'

export const LessonCategory = z.enum([
  'root_cause',
  'approach_flaw',
  'missing_context',
  'tool_misuse',
  'test_gap',
  'verification',
])
export type LessonCategory = z.infer<typeof LessonCategory>

/** What a failed attempt taught. */
export const Lesson = z.strictObject({
  id: Id,
  sessionId: Id,
  taskId: Id,
  subtaskId: Id,
  attemptNumber: z.int().check(z.gte(1)),
  category: LessonCategory,
  analysis: z.string(),
  suggestion: z.string(),
  actionItems: z.array(z.string()),
  confidence: Unit,
  createdAt: Timestamp,
})
export type Lesson = z.infer<typeof Lesson>

/** The store's row of a lesson: with the life it leads after it was learned. */
export const LessonRow = z.strictObject({
  id: Id,
  lesson: Lesson,
  state: z.enum(['active', 'quarantined', 'retired', 'superseded']),
  pinned: z.boolean(),
  /** Made from text that a tool, a file or the web wrote. */
  tainted: z.boolean(),
  /** About the weather (network, disk), not about the work: kept, never injected. */
  transient: z.boolean(),
  /** Normalised error, file and symbol: the same failure reinforces one lesson. */
  fingerprint: z.string(),
  reinforced: z.int().check(z.gte(0)),
})
export type LessonRow = z.infer<typeof LessonRow>
