/**
 * The whole pattern for a caller: attempt, evaluate, and on failure learn and try again with what
 * was learnt. Returns every attempt, every lesson and the chosen result: the first attempt that
 * passes everything, else the first one. What fails in the memory costs the lesson, not the loop;
 * what fails in the evaluator is the caller's and is thrown.
 */
import { sha256 } from '../../util/sha256.js'
import type { FailureContext } from '../../schema/failure-context.js'
import type { Lesson, LessonRow } from '../../schema/lesson.js'
import type { Exposure } from '../../schema/exposure.js'
import { uniqueId } from '../../util/unique-id.js'
import { formatLessons } from './format.js'
import type { Lessons } from './lessons.js'

/** What is tried, and what it is about. */
export interface RetryTask {
  id: string
  /** @default the task's id */
  subtaskId?: string
  /** @default the task's id */
  sessionId?: string
  description: string
  /** Files that the task is about: lessons that name them are recalled. */
  files?: readonly string[]
}

/** How an attempt went, by the caller's own check. */
export interface Evaluation {
  passed: boolean
  /** @default 'test_failure' */
  failureType?: FailureContext['failureType']
  errorOutput?: string
  /** @default 'tool': what the output says is data and its lesson stays with this task */
  errorOrigin?: FailureContext['errorOrigin']
  filesModified?: readonly string[]
}

/** What an attempt is given. */
export interface AttemptInput<T> {
  attemptNumber: number
  /** The section to put into the prompt; empty when there is nothing to learn from. */
  prompt: string
  lessons: readonly Lesson[]
  previous: readonly Attempt<T>[]
}

/** One attempt, what came of it and what it taught. */
export interface Attempt<T> {
  attemptNumber: number
  /** null when the attempt threw. */
  result: { value: T } | null
  passed: boolean
  evaluation: Evaluation
  /** The attempt that had the same result before; it is not evaluated again. */
  resubmits: number | null
  /** Lessons that it was shown. */
  shown: readonly Lesson[]
  /** What was learnt from it; null when it passed, or nothing could be kept. */
  lesson: Lesson | null
}

/** The loop's parts; the caller brings `attempt` and `evaluate`. */
export interface RetryInput<T> {
  task: RetryTask
  attempt(input: AttemptInput<T>): Promise<T>
  evaluate(value: T, attemptNumber: number): Promise<Evaluation>
  maxAttempts: number
  lessons: Lessons
  /** Runs after the lesson is saved and before the next attempt. */
  repair?(input: { lesson: Lesson | null; attempt: Attempt<T> }): Promise<void>
  /** What makes two results the same. @default their JSON */
  identify?(value: T): string
  /** @default the present */
  now?: () => Date
  /** @default unique ids */
  nextId?: () => string
}

/** What a loop ended with. */
export interface RetryResult<T> {
  /** null when every attempt threw. */
  chosen: Attempt<T> | null
  passed: boolean
  attempts: Attempt<T>[]
  lessons: Lesson[]
  /** What went wrong with the memory, if anything did. */
  problems: string[]
}

/** Tries until an attempt passes or the attempts are used up, each with what the earlier ones taught. */
export async function retryWithLessons<T>(input: RetryInput<T>): Promise<RetryResult<T>> {
  const attempts: Attempt<T>[] = []
  const problems: string[] = []
  const seen = new Map<string, number>()
  for (let attemptNumber = 1; attemptNumber <= input.maxAttempts; attemptNumber += 1) {
    const exposed = await prepare(input, attemptNumber, problems)
    const tried = await tryOnce(input, attemptNumber, exposed.rows, attempts, seen)
    await keepGoing(problems, () =>
      input.lessons.close(exposed.exposures, tried.passed ? 'success' : 'failure'),
    )
    if (tried.passed) {
      attempts.push(tried)
      break
    }
    const lesson = await learn(input, tried, attempts, problems)
    const attempt = { ...tried, lesson }
    attempts.push(attempt)
    if (attemptNumber < input.maxAttempts) await input.repair?.({ lesson, attempt })
  }
  return {
    chosen: chooseAttempt(attempts),
    passed: attempts.some((attempt) => attempt.passed),
    attempts,
    lessons: attempts.flatMap((attempt) => attempt.lesson ?? []),
    problems,
  }
}

/**
 * The first that passes everything, else the first that has a result. Keeping the last instead loses
 * what worked: reflection breaks more finished work than it repairs once nothing passes.
 */
function chooseAttempt<T>(attempts: readonly Attempt<T>[]): Attempt<T> | null {
  return (
    attempts.find((attempt) => attempt.passed) ??
    attempts.find((attempt) => attempt.result !== null) ??
    null
  )
}

interface Prepared {
  rows: LessonRow[]
  exposures: Exposure[]
}

async function prepare<T>(
  { task, lessons }: RetryInput<T>,
  attemptNumber: number,
  problems: string[],
): Promise<Prepared> {
  const none: Prepared = { rows: [], exposures: [] }
  return keepGoing(
    problems,
    async () => {
      const found = await lessons.recall({
        taskId: task.id,
        subtaskId: task.subtaskId ?? task.id,
        text: task.description,
        files: task.files ?? [],
      })
      const { shown, exposures } = await lessons.expose({
        lessons: found,
        sessionId: task.sessionId ?? task.id,
        taskId: task.id,
        attemptKey: `${task.sessionId ?? task.id}\n${task.subtaskId ?? task.id}\n${attemptNumber}`,
      })
      return { rows: shown, exposures }
    },
    none,
  )
}

async function tryOnce<T>(
  input: RetryInput<T>,
  attemptNumber: number,
  rows: readonly LessonRow[],
  previous: readonly Attempt<T>[],
  seen: Map<string, number>,
): Promise<Attempt<T>> {
  const lessons = rows.map((row) => row.lesson)
  const attempt = { attemptNumber, shown: lessons, resubmits: null, lesson: null }
  let value: T
  try {
    value = await input.attempt({ attemptNumber, prompt: formatLessons(rows), lessons, previous })
  } catch (error) {
    return { ...attempt, result: null, passed: false, evaluation: thrown(error) }
  }
  const identity = identityOf(value, input.identify)
  const before = seen.get(identity)
  if (before !== undefined) {
    const { evaluation } = previous[before - 1]!
    return { ...attempt, result: { value }, passed: false, evaluation, resubmits: before }
  }
  seen.set(identity, attemptNumber)
  const evaluation = await input.evaluate(value, attemptNumber)
  return { ...attempt, result: { value }, passed: evaluation.passed, evaluation }
}

function thrown(error: unknown): Evaluation {
  const known = error instanceof Error
  return {
    passed: false,
    failureType: known && error.name === 'TimeoutError' ? 'timeout' : 'runtime_error',
    errorOutput: known ? (error.stack ?? error.message) : String(error),
  }
}

function identityOf<T>(value: T, identify?: (value: T) => string): string {
  const text = identify?.(value) ?? JSON.stringify(value) ?? String(value)
  return sha256(text)
}

async function learn<T>(
  input: RetryInput<T>,
  tried: Attempt<T>,
  previous: readonly Attempt<T>[],
  problems: string[],
): Promise<Lesson | null> {
  const { lessons, now = () => new Date(), nextId = () => uniqueId(now()) } = input
  return keepGoing(
    problems,
    async () => {
      const failure = toFailure(input, tried, previous, nextId(), now().toISOString())
      if (tried.resubmits === null) return (await lessons.learn(failure)).lesson
      return (await lessons.save(resubmission(failure, tried.resubmits, nextId()))).lesson
    },
    null,
  )
}

function toFailure<T>(
  { task }: RetryInput<T>,
  { attemptNumber, evaluation }: Attempt<T>,
  previous: readonly Attempt<T>[],
  id: string,
  createdAt: string,
): FailureContext {
  const { failureType = 'test_failure', errorOutput = '', errorOrigin, filesModified } = evaluation
  return {
    id,
    sessionId: task.sessionId ?? task.id,
    taskId: task.id,
    subtaskId: task.subtaskId ?? task.id,
    subtaskDescription: task.description,
    attemptNumber,
    failureType,
    errorOutput,
    ...(errorOrigin === undefined ? {} : { errorOrigin }),
    filesModified: [...(filesModified ?? task.files ?? [])],
    previousReflections: previous.flatMap((attempt) => attempt.lesson ?? []).slice(-3),
    createdAt,
  }
}

/** Says that nothing was changed; what the failure itself teaches is known already. */
const resubmission = (failure: FailureContext, before: number, id: string): Lesson => ({
  id,
  sessionId: failure.sessionId,
  taskId: failure.taskId,
  subtaskId: failure.subtaskId,
  attemptNumber: failure.attemptNumber,
  category: 'approach_flaw',
  analysis: `Attempt ${failure.attemptNumber} resubmitted the result of attempt ${before} unchanged, which had failed already; it was not evaluated again.`,
  suggestion: `Change what attempt ${before} did wrong before submitting again; the same result fails the same way.`,
  actionItems: [`Compare the next result with that of attempt ${before} before submitting it.`],
  confidence: 1,
  createdAt: failure.createdAt,
})

/** Memory is a help, never a condition. */
async function keepGoing<R>(problems: string[], work: () => Promise<R>): Promise<R | undefined>
async function keepGoing<R>(problems: string[], work: () => Promise<R>, otherwise: R): Promise<R>
async function keepGoing<R>(
  problems: string[],
  work: () => Promise<R>,
  otherwise?: R,
): Promise<R | undefined> {
  try {
    return await work()
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
    return otherwise
  }
}
