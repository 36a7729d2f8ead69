import * as z from 'zod/mini'
import { Exposure } from '../schema/exposure.js'
import { LessonRow } from '../schema/lesson.js'
import { receiveLesson } from './receive-lesson.js'

const Line = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('lesson'), row: LessonRow }),
  z.strictObject({ kind: z.literal('exposure'), row: Exposure }),
])
export type Line = z.infer<typeof Line>

/** A line of ours, or a bare lesson of another program; null for anything else. */
export function parseLine(text: string): Line | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const line = Line.safeParse(value)
  if (line.success) return line.data
  const { row } = receiveLesson(value)
  // It stands in the user's own file, so it may serve its own task; it stays tainted.
  return row === null
    ? null
    : { kind: 'lesson', row: { ...row, state: 'active', stateReason: null } }
}
