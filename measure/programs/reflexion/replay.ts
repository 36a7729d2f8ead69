import { openMemoryStorage } from '../../../src/memory/memory-storage.js'
import type { LessonStorage } from '../../../src/memory/lesson-storage.js'
import type { Model } from '../../../src/model.js'
import { createLessons } from '../../../src/moments/failure/lessons.js'
import {
  retryWithLessons,
  type Evaluation,
  type RetryResult,
} from '../../../src/moments/failure/retry-with-lessons.js'

/** What was recorded of one attempt. */
interface RecordedAttempt<T> {
  value: T
  /** What the recorded reflector said after it; null when it said nothing. */
  reflection: string | null
}

export interface Replay<T> {
  taskId: string
  description: string
  attempts: readonly RecordedAttempt<T>[]
  maxAttempts: number
  evaluate(value: T, attemptNumber: number): Promise<Evaluation>
}

export interface Replayed<T> extends RetryResult<T> {
  /** The analyses that each attempt was shown, oldest first. */
  windows: string[][]
}

/** Actor and reflector replay the records; everything between them is the product. */
export async function replay<T>(
  { taskId, description, attempts, maxAttempts, evaluate }: Replay<T>,
  storage: LessonStorage = openMemoryStorage(),
): Promise<Replayed<T>> {
  let current = 0
  let tick = 0
  const windows: string[][] = []
  const now = () => new Date(Date.UTC(2030, 0, 1) + (tick += 1) * 1000)
  const nextId = () => `${taskId}#${(tick += 1)}`
  const lessons = createLessons({
    storage,
    model: recordedReflector(() => attempts[current]?.reflection ?? null),
    holdout: 0,
    maxReflectionsPerRetry: 3,
    now,
    nextId,
  })
  const result = await retryWithLessons<T>({
    task: { id: taskId, description },
    maxAttempts: Math.min(maxAttempts, attempts.length),
    lessons,
    now,
    nextId,
    attempt: async ({ attemptNumber, lessons: shown }) => {
      current = attemptNumber - 1
      windows.push(shown.map((lesson) => lesson.analysis).toReversed())
      return attempts[current]!.value
    },
    evaluate,
  })
  if (result.problems.length > 0) throw new Error(result.problems.join('; '))
  return { ...result, windows }
}

function recordedReflector(reflection: () => string | null): Model {
  return {
    text: async () => silent,
    async object({ schema, sessionId }) {
      const analysis = reflection()
      if (analysis === null) return silent
      const category = 'approach_flaw'
      const reply = { category, analysis, suggestion: '', actionItems: [], confidence: 0.5 }
      return {
        outcome: 'ok',
        value: schema.parse(reply) as never,
        call: {
          id: 'replayed',
          sessionId,
          role: 'lesson',
          backend: 'recorded',
          model: 'recorded',
          startedAt: '2030-01-01T00:00:00.000Z',
          durationMs: 0,
          inputTokens: 0,
          outputTokens: 0,
          cost: 0,
          outcome: 'ok',
          reason: null,
        },
      }
    },
  }
}

const silent = {
  outcome: 'no_backend',
  failure: 'no_backend',
  reason: 'nothing was recorded',
  call: null,
} as const

/** `expected` and `seen` one above the other, and whether they are the same. */
export function compareSeries(
  name: string,
  paper: readonly number[],
  seen: readonly number[],
  print: (line: string) => void,
): boolean {
  const width = 5
  const row = (label: string, figures: readonly number[]) =>
    `  ${label.padEnd(8)}${figures.map((figure) => String(figure).padStart(width)).join('')}`
  const same = paper.length === seen.length && paper.every((figure, i) => figure === seen[i])
  print(`${name}: ${same ? 'the same' : 'DIFFERENT'}`)
  print(
    row(
      'trial',
      [...seen.keys()].map((index) => index + 1),
    ),
  )
  print(row('paper', paper))
  print(row('our loop', seen))
  if (!same) process.exitCode = 1
  return same
}

/** How many tasks were solved by the end of each trial. */
export function solvedPerTrial(solvedAt: readonly (number | null)[], trials: number): number[] {
  return Array.from(
    { length: trials },
    (_, trial) => solvedAt.filter((at) => at !== null && at <= trial + 1).length,
  )
}
