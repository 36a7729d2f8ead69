/**
 * The lines of a lesson file. A lesson is a plain object with its own fields at the top, so that
 * other programs can read it; what only Reflectory knows of it is one further key. Lines of the
 * older form, which wrapped the row, are read too.
 */
import * as z from 'zod/mini'
import type { HideHome } from '../safety/home-path.js'
import { redactJson } from '../safety/redact.js'
import { Exposure } from '../schema/exposure.js'
import { Lesson, LessonRow, LessonState } from '../schema/lesson.js'
import { asRecord } from '../util/loose-json.js'
import { parseJson } from '../util/parse-json.js'
import { foreignRow } from './foreign-row.js'
import { receiveLesson } from './receive-lesson.js'

export type Line = { kind: 'lesson'; row: LessonRow } | { kind: 'exposure'; row: Exposure }

export const lessonLine = ({ id: _id, lesson, ...life }: LessonRow, hide: HideHome): string =>
  redactJson(hide(JSON.stringify({ ...lesson, reflectory: life })))

export const exposureLine = (row: Exposure, hide: HideHome): string =>
  redactJson(hide(JSON.stringify({ kind: 'exposure', row })))

/** A line of ours, or a bare lesson of another program; null for anything else. */
export function parseLine(text: string): Line | null {
  const value = parseJson(text)
  const exposure = ExposureLine.safeParse(value)
  if (exposure.success) return exposure.data
  const ours = ownRow(value)
  if (ours !== null) return { kind: 'lesson', row: ours }
  const { row } = receiveLesson(value)
  // It stands in the user's own file, so it may serve its own task; it stays tainted.
  return row === null
    ? null
    : { kind: 'lesson', row: { ...row, state: 'active', stateReason: null } }
}

const ExposureLine = z.strictObject({ kind: z.literal('exposure'), row: Exposure })
const WrappedRow = z.strictObject({ kind: z.literal('lesson'), row: LessonRow })
/** Whether it may be shown is never guessed: without its state a line is not one of ours. */
const Life = z.looseObject({ state: LessonState })
const PlainLine = z.looseObject({ id: z.string(), reflectory: Life })

const withNamedSource = (value: unknown): unknown => {
  const { row, ...rest } = asRecord(value)
  return row === undefined ? value : { ...rest, row: withSource(asRecord(row)) }
}

/** Earlier versions called the failure behind a lesson its episode. */
function withSource({ episode, ...life }: Record<string, unknown>): Record<string, unknown> {
  return episode === undefined ? life : { source: episode, ...life }
}

/** The whole row of a line that Reflectory wrote, in either form; null for any other. */
export function ownRow(value: unknown): LessonRow | null {
  const wrapped = WrappedRow.safeParse(withNamedSource(value))
  if (wrapped.success) return wrapped.data.row
  const plain = PlainLine.safeParse(value)
  if (!plain.success) return null
  const { reflectory: life, ...own } = plain.data
  const lesson = Lesson.safeParse(own)
  if (!lesson.success) return null
  // What the line leaves out is as of any lesson of which only its words are known.
  const known = foreignRow(lesson.data, 'import')
  const row = LessonRow.safeParse({ ...known, ...withSource(life), id: known.id, lesson: own })
  return row.success ? row.data : null
}
