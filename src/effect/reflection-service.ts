/**
 * Lessons as an Effect service: failures and storages come in as values, every answer is an Effect
 * with one typed error. It adds nothing to the library but the spelling.
 */
import { Context, Effect, Layer } from 'effect'
import { openJsonlStorage } from '../memory/jsonl-storage.js'
import { getLesson } from '../memory/lesson-states.js'
import type { LessonStorage } from '../memory/lesson-storage.js'
import { openMemoryStorage } from '../memory/memory-storage.js'
import type { Model } from '../model.js'
import { formatForPrompt } from '../moments/failure/format.js'
import { createLessons } from '../moments/failure/lessons.js'
import { toReflectionError } from './reflection-error.js'
import type { ReflectionError } from './reflection-error.js'
import type { FailureContext, Reflection } from './schemas.js'

/** Where reflections are kept. */
export type ReflectionStorage = LessonStorage

/** What the service offers: learn from failures, keep the lessons, and show them to the next attempt. */
export interface IReflectionService {
  /** A lesson from a failure: by the model, or else by the heuristic. It is not kept yet. */
  readonly generate: (failure: FailureContext) => Effect.Effect<Reflection, ReflectionError>
  /** Newest attempt first. @default limit 3 */
  readonly getRecent: (
    subtaskId: string,
    limit?: number,
  ) => Effect.Effect<ReadonlyArray<Reflection>, ReflectionError>
  readonly save: (reflection: Reflection) => Effect.Effect<void, ReflectionError>
  /** Succeeds with the prompt section; empty when there are none. */
  readonly formatForPrompt: (reflections: ReadonlyArray<Reflection>) => Effect.Effect<string>
  /** Deletes what is older and not pinned; succeeds with how many went. */
  readonly prune: (maxAgeMs: number) => Effect.Effect<number, ReflectionError>
  /** Deletes one for good; fails with `not_found` when there is none. */
  readonly forget: (id: string) => Effect.Effect<void, ReflectionError>
}

/** What the service is made with: a storage, and what a decoded `ReflexionConfig` holds. */
export interface ReflectionServiceOptions {
  readonly storage: ReflectionStorage
  /** Switched off, the heuristic answers and nothing is kept. @default true */
  readonly enabled?: boolean
  /** @default none: the heuristic writes every lesson */
  readonly model?: Model | null
  /** @default 30000 */
  readonly generationTimeoutMs?: number
  /** @default 3 */
  readonly maxReflectionsPerRetry?: number
  /** @default 30 */
  readonly retentionDays?: number
  /** Without it a model that fails is an error. @default true */
  readonly useHeuristic?: boolean
  /** @default the present */
  readonly now?: () => Date
  /** @default unique ids */
  readonly nextId?: () => string
}

/** The service tag. */
export class ReflectionService extends Context.Service<ReflectionService, IReflectionService>()(
  'reflectory/ReflectionService',
) {}

/** Reflections in an append-only file of JSON lines. */
export const makeFileStorage = (file: string): ReflectionStorage => openJsonlStorage(file)

/** Reflections that are gone with the process. */
export const makeMemoryStorage = (): ReflectionStorage => openMemoryStorage()

/** The service over a storage, without a layer. */
export const makeReflectionService = (options: ReflectionServiceOptions): IReflectionService =>
  options.enabled === false
    ? keepingNothing(overStorage({ ...options, model: null, useHeuristic: true }))
    : overStorage(options)

function overStorage(options: ReflectionServiceOptions): IReflectionService {
  const { storage, now = () => new Date() } = options
  const lessons = createLessons({ ...options, now })
  return {
    generate: (failure) => attempt(() => lessons.generate(failure)),
    getRecent: (subtaskId, limit) => attempt(() => lessons.getRecent(subtaskId, limit)),
    save: (reflection) => attempt(async () => void (await lessons.save(reflection))),
    formatForPrompt: (reflections) => Effect.sync(() => formatForPrompt(reflections)),
    prune: (maxAgeMs) => attempt(() => lessons.prune(maxAgeMs)),
    forget: (id) =>
      attempt(async () => {
        const row = await getLesson(storage, id)
        await storage.remove(row.id, now().toISOString())
      }),
  }
}

const keepingNothing = (service: IReflectionService): IReflectionService => ({
  ...service,
  getRecent: () => Effect.succeed([]),
  save: () => Effect.void,
  prune: () => Effect.succeed(0),
})

const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, ReflectionError> =>
  Effect.tryPromise({ try: work, catch: toReflectionError })

/** The service for real use. Retention runs when it is built. */
export const ReflectionServiceLive = (
  options: ReflectionServiceOptions,
): Layer.Layer<ReflectionService, ReflectionError> =>
  Layer.effect(
    ReflectionService,
    Effect.gen(function* () {
      const service = makeReflectionService(options)
      yield* service.prune((options.retentionDays ?? 30) * DAY_MS)
      return service
    }),
  )

const DAY_MS = 86_400_000

/** For tests of what calls the service: the heuristic answers, nothing is kept. */
export const ReflectionServiceTest: Layer.Layer<ReflectionService> = Layer.sync(
  ReflectionService,
  () => makeReflectionService({ ...testOptions(), enabled: false }),
)

/** For tests: the heuristic answers, and what is saved is there until the test ends. */
export const ReflectionServiceTestWithStorage: Layer.Layer<ReflectionService> = Layer.sync(
  ReflectionService,
  () => makeReflectionService(testOptions()),
)

/** A clock that stands still and ids that count: the same test gives the same lessons. */
function testOptions(): ReflectionServiceOptions {
  let count = 0
  return {
    storage: makeMemoryStorage(),
    now: () => new Date('2030-01-01T00:00:00.000Z'),
    nextId: () => `reflection-${(count += 1)}`,
  }
}
