import * as z from 'zod/mini'
import { Exposure } from '../exposure.js'
import { LessonCategory, LessonRow, LessonState } from '../lesson.js'
import { Count, Id, Timestamp } from '../scalar.js'
import { PageQuery, pageOf, SearchText } from './page.js'

export const Interval = z.strictObject({ low: z.number(), high: z.number() })
export type Interval = z.infer<typeof Interval>

const Arm = z.strictObject({ n: Count, successes: Count })

/** What a lesson did for the attempts that saw it. */
export const LessonFigures = z.strictObject({
  exposures: Count,
  open: Count,
  unknown: Count,
  arms: z.strictObject({ shown: Arm, heldOut: Arm }),
  /** Success with it minus success without it; null: not enough data. */
  lift: z.nullable(
    z.strictObject({
      value: z.number(),
      /** 95 %, for one look. */
      interval: Interval,
      /** 95 %, however often it is looked at; the verdict rests on this one. */
      alwaysValid: Interval,
    }),
  ),
  verdict: z.enum(['helps', 'does harm', 'no clear effect', 'not enough data']),
})
export type LessonFigures = z.infer<typeof LessonFigures>

export const LessonQuery = z.strictObject({
  ...PageQuery.shape,
  state: z.optional(LessonState),
  madeBy: z.optional(LessonRow.shape.madeBy),
  category: z.optional(LessonCategory),
  pinned: z.optional(z.boolean()),
  /** Words of the lesson or its task. */
  q: z.optional(SearchText),
  /** @default 'newest' */
  sort: z.optional(z.enum(['newest', 'exposures', 'lift'])),
})
export type LessonQuery = z.infer<typeof LessonQuery>

export const LessonItem = z.strictObject({
  id: Id,
  /** What went wrong, one line, bounded. */
  summary: z.string(),
  suggestion: z.string(),
  category: LessonCategory,
  state: LessonState,
  stateReason: z.nullable(z.string()),
  pinned: z.boolean(),
  tainted: z.boolean(),
  transient: z.boolean(),
  madeBy: LessonRow.shape.madeBy,
  reinforced: Count,
  taskId: Id,
  sessionId: Id,
  createdAt: Timestamp,
  figures: LessonFigures,
})
export type LessonItem = z.infer<typeof LessonItem>

export const LessonPage = z.strictObject({
  ...pageOf(LessonItem).shape,
  /** All lessons together. */
  overall: LessonFigures,
  minPerArm: Count,
  counts: z.record(LessonState, Count),
})
export type LessonPage = z.infer<typeof LessonPage>

export const LessonDetail = z.strictObject({
  row: LessonRow,
  figures: LessonFigures,
  minPerArm: Count,
  /** Where it was shown or held out, newest first, at most 200. */
  exposures: z.array(Exposure),
})
export type LessonDetail = z.infer<typeof LessonDetail>

export const RetireBody = z.strictObject({
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
})
export const Forgotten = z.strictObject({ id: Id, forgotten: z.boolean() })
