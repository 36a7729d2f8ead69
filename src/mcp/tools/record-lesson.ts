import * as z from 'zod/mini'
import { openLessonStorage } from '../../wiring/open-lessons.js'
import type { LessonStorage } from '../../memory/lesson-storage.js'
import { receiveLesson } from '../../memory/receive-lesson.js'
import { rememberLesson } from '../../memory/remember.js'
import { ReflectError } from '../../schema/error.js'
import { Lesson, LessonCategory } from '../../schema/lesson.js'
import type { LessonRow } from '../../schema/lesson.js'
import { Id } from '../../schema/scalar.js'
import { defineTool } from '../tool.js'
import type { McpCall } from '../tool.js'

const text = (maxChars: number, about: string) =>
  z.string().check(z.minLength(1), z.maxLength(maxChars), z.describe(about))

const Input = z.strictObject({
  analysis: text(4000, 'What went wrong, with the file, test or symbol that it went wrong in.'),
  suggestion: text(4000, 'What to do differently next time.'),
  category: LessonCategory.check(z.describe('What kind of failure it was.')),
  action_items: z
    .optional(z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.maxLength(20)))
    .check(z.describe('Single steps, if there are any.')),
  confidence: z
    .optional(Lesson.shape.confidence)
    .check(z.describe('From 0 to 1: how sure are you? 0.5 when left out.')),
  task_id: z.optional(Id).check(z.describe('The task that failed, if it has an id.')),
  session_id: z.optional(Id).check(z.describe("Your client's session id, if you know it.")),
})
type Input = z.infer<typeof Input>

export const recordLessonTool = defineTool({
  name: 'record_lesson',
  title: 'Record a lesson from a failed attempt',
  description:
    'Call this after an attempt failed and you know why. Be concrete: a lesson that would fit any ' +
    'failure is worthless. It is kept in quarantine and not shown until a person vouches for it.',
  input: Input,
  writes: true,
  run: record,
})

async function record(input: Input, call: McpCall): Promise<string> {
  const { lessons } = call.workspace.loaded.values
  if (!lessons.enabled) return 'Lessons are switched off here (lessons.enabled); nothing was kept.'
  const row = toRow(input, call)
  const opened = await openLessonStorage(call.workspace, { create: true })
  try {
    return await keep(row, opened.storage, call)
  } finally {
    await opened.close()
  }
}

function toRow(input: Input, { workspace, serverId, now }: McpCall): LessonRow {
  const taskId = input.task_id ?? workspace.loaded.environment.taskRef ?? serverId
  const received = receiveLesson({
    id: serverId,
    sessionId: input.session_id ?? serverId,
    taskId,
    subtaskId: taskId,
    attemptNumber: 1,
    category: input.category,
    analysis: input.analysis,
    suggestion: input.suggestion,
    actionItems: input.action_items ?? [],
    confidence: input.confidence ?? 0.5,
    createdAt: now().toISOString(),
  })
  if (received.row === null) throw new ReflectError('payload-invalid', received.reason)
  // Named after what it says: two agents that learn the same at once write one row.
  const id = `mcp-${received.row.fingerprint}`
  return { ...received.row, id, lesson: { ...received.row.lesson, id } }
}

/** What stands for the same failure already is a person's or our own: a stranger doesn't touch it. */
async function keep(row: LessonRow, storage: LessonStorage, call: McpCall): Promise<string> {
  const known = await storage.findFingerprint(row.fingerprint)
  if (known !== null && known.state !== 'quarantined') {
    return `Already known: lesson ${known.id} (${known.state}) says it. Nothing was changed.`
  }
  if (known === null && !call.takeLesson()) {
    throw new ReflectError('budget-exhausted', 'This session has recorded enough lessons', {
      remedy: 'Record only what the next attempt could not find out by itself.',
    })
  }
  const { id } = await rememberLesson(storage, row)
  return [
    `Recorded as lesson ${id}${known === null ? '' : ', met before'}.`,
    `It is in quarantine; a person releases it with: reflect lessons pin ${id}`,
  ].join('\n')
}
