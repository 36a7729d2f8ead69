import { Effect, Schema } from 'effect'
import type { FailureContext as FailureContract } from '../schema/failure-context.js'
import { FailureType as FailureTypes, LessonCategory } from '../schema/lesson.js'
import type { Lesson } from '../schema/lesson.js'

/** What kind of mistake a reflection is about. */
export const ReflectionCategory = Schema.Literals(LessonCategory.options)
export type ReflectionCategory = typeof ReflectionCategory.Type

/** How an attempt failed. */
export const FailureType = Schema.Literals(FailureTypes.options)
export type FailureType = typeof FailureType.Type

const Attempt = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

/** What a failed attempt taught. */
export const Reflection = Schema.Struct({
  id: Schema.NonEmptyString,
  sessionId: Schema.NonEmptyString,
  taskId: Schema.NonEmptyString,
  subtaskId: Schema.NonEmptyString,
  attemptNumber: Attempt,
  category: ReflectionCategory,
  analysis: Schema.String,
  suggestion: Schema.String,
  actionItems: Schema.mutable(Schema.Array(Schema.String)),
  confidence: Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
  /** ISO instant in UTC with milliseconds. */
  createdAt: Schema.String,
})
export type Reflection = typeof Reflection.Type

/** What is known of one failed attempt. Longer texts are cut to head and tail. */
export const FailureContext = Schema.Struct({
  id: Schema.NonEmptyString,
  sessionId: Schema.NonEmptyString,
  taskId: Schema.NonEmptyString,
  subtaskId: Schema.NonEmptyString,
  subtaskDescription: Schema.String,
  attemptNumber: Attempt,
  failureType: FailureType,
  errorOutput: Schema.String,
  filesModified: Schema.mutable(Schema.Array(Schema.String)),
  previousReflections: Schema.mutable(Schema.Array(Reflection)),
  createdAt: Schema.String,
})
export type FailureContext = typeof FailureContext.Type

const whole = (least: number, otherwise: number) =>
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(least)).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(otherwise)),
  )

/** The service's configuration; every key may be left out and has its default after decoding. */
export const ReflexionConfig = Schema.Struct({
  enabled: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  maxReflectionsPerRetry: whole(0, 3),
  generationTimeoutMs: whole(1, 30_000),
  retentionDays: whole(1, 30),
})
export type ReflexionConfig = typeof ReflexionConfig.Type

/** One contract in two spellings: a difference between them does not compile. */
type Same<A extends B, B> = A
/** @public */
export type ReflectionIsLesson = Same<Reflection, Lesson> & Same<Lesson, Reflection>
/** @public */
export type ContextIsFailure = Same<FailureContext, FailureContract>
