/**
 * Lessons for a caller: generate, save, recall, format, prune over any storage. A failed attempt
 * comes in, a lesson goes out; text for the next attempt's prompt comes out of the lessons. A
 * lesson of unknown making counts as tainted.
 */
import { homedir } from 'node:os'
import { closeExposures, drawExposures } from '../../memory/exposures.js'
import type { Exposed } from '../../memory/exposures.js'
import { foreignRow } from '../../memory/foreign-row.js'
import type { LessonStorage } from '../../memory/lesson-storage.js'
import { recallLessons } from '../../memory/recall-lessons.js'
import type { RecallQuery } from '../../memory/recall-lessons.js'
import { runLessonRetention } from '../../memory/retention.js'
import type { RetentionReport } from '../../memory/retention.js'
import type { Model } from '../../model.js'
import { hideHome } from '../../safety/home-path.js'
import { redactValue } from '../../safety/redact.js'
import { ReflectError } from '../../schema/error.js'
import type { Exposure } from '../../schema/exposure.js'
import type { FailureContext } from '../../schema/failure-context.js'
import { Lesson } from '../../schema/lesson.js'
import type { LessonRow } from '../../schema/lesson.js'
import { uniqueId } from '../../util/unique-id.js'
import { formatForPrompt } from './format.js'
import { generateLesson } from './generate.js'
import type { Generated } from './generate.js'
import { toFailureContext } from './to-failure-context.js'
import { draftByNames } from './heuristic.js'

/** What lessons are made with; only the storage is needed. */
export interface LessonsOptions {
  storage: LessonStorage
  /** @default none: the heuristic writes every lesson */
  model?: Model | null
  /** @default 30000 */
  generationTimeoutMs?: number
  /** @default 3 */
  maxReflectionsPerRetry?: number
  /** Share of exposures that are held out as control. @default 0.1 */
  holdout?: number
  /** @default 30 */
  retentionDays?: number
  /** Without it a model that fails is an error. @default true */
  useHeuristic?: boolean
  /** The home directory, which no lesson and no prompt names. @default the user's own */
  home?: string
  /** @default the present */
  now?: () => Date
  /** @default unique ids */
  nextId?: () => string
  signal?: AbortSignal
}

/** With everything that the caller may leave out. */
type Settings = LessonsOptions & Required<Pick<LessonsOptions, 'home' | 'now' | 'nextId'>>

/** Lessons over one storage. */
export interface Lessons {
  /** A lesson from a failure, by the model or else by the heuristic. It is not kept yet. */
  generate(failure: FailureContext): Promise<Lesson>
  /** Keeps a lesson as it is, under its own id. */
  save(lesson: Lesson): Promise<LessonRow>
  /** What a retry of a subtask may be shown, newest attempt first. */
  getRecent(subtaskId: string, limit?: number): Promise<Lesson[]>
  /** The prompt section; empty when there are none. */
  formatForPrompt(lessons: readonly Lesson[]): string
  /** Deletes what is older and not pinned; returns how many went. */
  prune(maxAgeMs: number): Promise<number>
  /** Generates and keeps. */
  learn(failure: FailureContext): Promise<LessonRow>
  /** The few lessons that are about a task; none when none is. */
  recall(
    query: Omit<RecallQuery, 'limit' | 'shareFacts'> & { limit?: number },
  ): Promise<LessonRow[]>
  /** Draws which of them are shown, and opens an exposure for each. */
  expose(input: ExposeRequest): Promise<Exposed>
  /** Says how the exposed attempt ended; returns the ids of lessons that this retired. */
  close(
    exposures: readonly Exposure[],
    outcome: 'success' | 'failure' | 'unknown',
  ): Promise<string[]>
  /** What is due daily: retention, and exposures left open. */
  runRetention(): Promise<RetentionReport>
}

/** The lessons that an attempt could be shown, and which attempt it is. */
export interface ExposeRequest {
  lessons: readonly LessonRow[]
  sessionId: string
  taskId: string
  attemptKey: string
  turn?: number | null
}

/** Generated lessons whose rows wait for `save`; a caller that never saves must not fill memory. */
const MAX_PENDING = 1000

/** Lessons over a storage: by a model where there is one, by the heuristic where not. */
export function createLessons(given: LessonsOptions): Lessons {
  const { storage, home = homedir(), now = () => new Date() } = given
  const options: Settings = { nextId: () => uniqueId(now()), ...given, home, now }
  const pending = new Map<string, LessonRow>()
  const generateRow = async (failure: FailureContext): Promise<LessonRow> => {
    const generated = await generate(toFailureContext(failure, home), options)
    return accept(generated, options)
  }
  const keep = async (row: LessonRow): Promise<LessonRow> => {
    await storage.put([row])
    return row
  }
  return {
    async generate(failure) {
      const row = await generateRow(failure)
      pending.set(row.id, row)
      if (pending.size > MAX_PENDING) pending.delete(pending.keys().next().value!)
      return row.lesson
    },
    async save(lesson) {
      const row = pending.get(lesson.id)
      pending.delete(lesson.id)
      return keep(row === undefined ? givenRow(lesson, home) : { ...row, lesson })
    },
    getRecent: async (subtaskId, limit = options.maxReflectionsPerRetry ?? 3) =>
      (await storage.recent(subtaskId, limit)).map((row) => row.lesson),
    formatForPrompt,
    prune: (maxAgeMs) =>
      storage.prune(new Date(now().getTime() - maxAgeMs).toISOString(), now().toISOString()),
    learn: async (failure) => keep(await generateRow(failure)),
    recall: (query) =>
      recallLessons(storage, {
        limit: options.maxReflectionsPerRetry ?? 3,
        ...query,
        shareFacts: structuredLesson,
      }),
    async expose({ turn = null, ...request }) {
      const exposed = drawExposures({
        ...request,
        turn,
        holdout: options.holdout ?? 0.1,
        now: now().toISOString(),
      })
      if (exposed.exposures.length > 0) await storage.putExposures(exposed.exposures)
      return exposed
    },
    close: (exposures, outcome) => closeExposures(storage, exposures, outcome, now().toISOString()),
    runRetention: () =>
      runLessonRetention(storage, { retentionDays: options.retentionDays ?? 30, now: now() }),
  }
}

async function generate(failure: FailureContext, options: Settings): Promise<Generated> {
  const { model = null, generationTimeoutMs = 30_000, signal } = options
  return generateLesson(failure, {
    model,
    timeoutMs: generationTimeoutMs,
    id: options.nextId(),
    now: options.now().toISOString(),
    previousTainted: await isAnyTainted(failure.previousReflections, options.storage),
    signal,
  })
}

/** A lesson of unknown origin counts as tainted. */
async function isAnyTainted(lessons: readonly Lesson[], storage: LessonStorage): Promise<boolean> {
  for (const { id } of lessons) {
    const row = await storage.get(id)
    if (row === null || row.tainted) return true
  }
  return false
}

function accept({ row, fallback }: Generated, options: LessonsOptions): LessonRow {
  if (fallback === null || options.useHeuristic !== false) return row
  throw new ReflectError('model-failed', `No model wrote the lesson: ${fallback.message}`, {
    cause: fallback,
    remedy: 'Configure models.roles.lesson, or let the heuristic write it.',
  })
}

/** A lesson that a caller wrote, or brought from elsewhere. */
function givenRow(given: Lesson, home: string): LessonRow {
  const hidden: unknown = JSON.parse(hideHome(home)(JSON.stringify(given)))
  const checked = Lesson.safeParse(redactValue(hidden))
  if (!checked.success) {
    throw new ReflectError('payload-invalid', 'This is not a lesson', { cause: checked.error })
  }
  return foreignRow(checked.data, 'human')
}

/** What another task may be told of a lesson that a tool's text stands in; null where that is nothing. */
function structuredLesson(row: LessonRow): LessonRow | null {
  if (row.source === null) return null
  const draft = draftByNames(row.source.failureType, row.source.errorOutput)
  return draft === null ? null : { ...row, lesson: { ...row.lesson, ...draft } }
}
