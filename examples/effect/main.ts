import path from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Effect } from 'effect'
import { openMemoryStore, openModel } from 'reflectory'
import { Config } from 'reflectory/contracts'
import {
  makeFileStorage,
  ReflectionService,
  ReflectionServiceLive,
  ReflectionServiceTest,
  ReflectionServiceTestWithStorage,
  type FailureContext,
} from 'reflectory/effect'

const failure: FailureContext = {
  id: 'failure-1',
  sessionId: 'session-1',
  taskId: 'shop',
  subtaskId: 'shop/shipping',
  subtaskDescription: 'Add shipping to the total of a cart',
  attemptNumber: 1,
  failureType: 'test_failure',
  errorOutput:
    'FAIL  src/cart.test.ts > total > adds shipping\nAssertionError: expected 12 to be 15\n ❯ src/cart.test.ts:33:19',
  filesModified: ['src/cart.ts'],
  previousReflections: [],
  createdAt: '2030-01-01T00:00:00.000Z',
}

/** An attempt failed: learn from it, and write the section for the next attempt's prompt. */
const nextPrompt = Effect.gen(function* () {
  const reflections = yield* ReflectionService
  const lesson = yield* reflections.generate(failure)
  yield* reflections.save(lesson)
  const recent = yield* reflections.getRecent(failure.subtaskId)
  const prompt = yield* reflections.formatForPrompt(recent)
  return { suggestion: lesson.suggestion, prompt }
})

/** What is wrong is a value: `parse_error`, `storage_error`, `not_found`, `timeout`, … */
const forgetNothing = Effect.gen(function* () {
  const reflections = yield* ReflectionService
  yield* reflections.forget('no-such-reflection')
  return 'forgotten'
}).pipe(Effect.catchTag('ReflectionError', (error) => Effect.succeed(error.reason)))

const folder = mkdtempSync(path.join(tmpdir(), 'reflectory-effect-'))
const store = await openMemoryStore()
try {
  const model = openModel({
    config: Config.parse({
      models: {
        backends: { replay: { adapter: 'recorded', file: 'recordings.jsonl' } },
        roles: { lesson: ['replay'] },
      },
    }),
    store,
    projectRoot: process.argv[2] ?? path.join('examples', 'effect'),
    env: process.env,
    now: () => new Date(),
    nextId: () => crypto.randomUUID(),
  })
  const live = ReflectionServiceLive({
    storage: makeFileStorage(path.join(folder, 'reflections.jsonl')),
    model,
    // Unique ids by default; these let a reader compare what is printed.
    nextId: () => 'reflection-1',
  })
  const results = {
    live: await Effect.runPromise(nextPrompt.pipe(Effect.provide(live))),
    test: await Effect.runPromise(nextPrompt.pipe(Effect.provide(ReflectionServiceTest))),
    testWithStorage: await Effect.runPromise(
      nextPrompt.pipe(Effect.provide(ReflectionServiceTestWithStorage)),
    ),
    missing: await Effect.runPromise(forgetNothing.pipe(Effect.provide(live))),
  }
  console.log(JSON.stringify(results, null, 2))
} finally {
  await store.close()
  rmSync(folder, { recursive: true })
}
