import * as z from 'zod/mini'
import { CheckError, Hunk } from './episode.js'
import { Count, Id, Timestamp, Unit } from './scalar.js'
import { ShownName } from './shown-name.js'

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

export const FailureType = z.enum([
  'test_failure',
  'typecheck_failure',
  'runtime_error',
  'timeout',
  'verification_failed',
])
export type FailureType = z.infer<typeof FailureType>

/** The failed attempt that a lesson was made from. */
export const LessonSource = z.strictObject({
  failureId: Id,
  failureType: FailureType,
  subtaskDescription: z.string(),
  errorOutput: z.string(),
  filesModified: z.array(z.string()),
})
export type LessonSource = z.infer<typeof LessonSource>

/** One attempt in which the failure behind a lesson was met. */
export const Sighting = z.strictObject({
  sessionId: Id,
  taskId: Id,
  subtaskId: Id,
  attemptNumber: z.int().check(z.gte(1)),
  at: Timestamp,
  /** Whose session it was, where that came from the team. */
  member: z.optional(ShownName),
})
export type Sighting = z.infer<typeof Sighting>

export const LessonState = z.enum(['active', 'quarantined', 'retired', 'superseded'])
export type LessonState = z.infer<typeof LessonState>

/** One way in which a check became green, and how often. */
export const LessonFix = z.strictObject({
  files: z.array(z.string()),
  hunks: z.array(Hunk),
  /** Where no edit did it: what was started, installed or set. */
  commands: z.array(z.string()),
  /** It was green when it was run again, and nothing had happened in between. */
  again: z.optional(z.literal(true)),
  /** The check failed next for something else, and was green only later. */
  gone: z.optional(z.literal(true)),
  /** When the last failure that it ended began; its commit is later. */
  at: z.optional(Timestamp),
  times: Count,
})
export type LessonFix = z.infer<typeof LessonFix>

/**
 * What the episodes of one key add up to. Names in it are a tool's words: data, held against the
 * tracked files again whenever they are shown.
 */
export const LessonFacts = z.strictObject({
  key: Id,
  /** The command, normalised; the last one. */
  check: z.string(),
  /** Other sessions met it in another command. */
  mixed: z.optional(z.literal(true)),
  tests: z.array(z.string()),
  error: z.nullable(CheckError),
  /** Sessions that met it. */
  sessions: Count,
  /** Sessions in which it became green. */
  resolved: Count,
  /** The most frequent first. */
  fixes: z.array(LessonFix),
  /** Files that were changed and that left it red. */
  inVain: z.array(z.string()),
})
export type LessonFacts = z.infer<typeof LessonFacts>

/** The store's row of a lesson: with the life it leads after it was learned. */
export const LessonRow = z.strictObject({
  id: Id,
  lesson: Lesson,
  state: LessonState,
  /** Why it is no longer active, in a few words; null while it is. */
  stateReason: z.nullable(z.string()),
  pinned: z.boolean(),
  /** Has free text that a tool, a file or the web wrote, or a model over it. */
  tainted: z.boolean(),
  /** About the weather (network, disk), not about the work: kept, never injected. */
  transient: z.boolean(),
  /** Normalised error, file and symbol: the same failure reinforces one lesson. */
  fingerprint: z.string(),
  reinforced: Count,
  madeBy: z.enum(['model', 'heuristic', 'human', 'import', 'episode']),
  /** Fields of a model's reply that were out of range and were brought into it. */
  adjusted: z.array(z.string()),
  /** Files that the failure names or that the attempt changed. */
  files: z.array(z.string()),
  /** The attempts that met it, newest first, bounded. */
  seenIn: z.array(Sighting),
  /** null for a lesson that came from elsewhere. */
  source: z.nullable(LessonSource),
  firstSeenAt: Timestamp,
  /** Absent where it was not made of episodes. */
  facts: z.optional(LessonFacts),
})
export type LessonRow = z.infer<typeof LessonRow>
