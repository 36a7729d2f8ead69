import { Effect, Schema } from 'effect'
import {
  buildGenerationPrompt,
  FailureContext,
  FailureType,
  formatReflectionsForPrompt,
  generateHeuristicReflection,
  generateReflection,
  makeMemoryStorage,
  makeReflectionService,
  parseReflectionResponse,
  Reflection,
  ReflectionCategory,
  REFLECTION_PROMPT,
  ReflectionError,
  ReflexionConfig,
} from 'reflectory/effect'
import type {
  IReflectionService,
  ParsedReflection,
  ReflectionErrorReason,
  ReflectionServiceOptions,
  ReflectionStorage,
} from 'reflectory/effect'

// What comes from outside is decoded; a config has every default afterwards.
const config: ReflexionConfig = Schema.decodeUnknownSync(ReflexionConfig)({ retentionDays: 7 })
console.log(config)
const isCategory = Schema.is(ReflectionCategory)
const isFailureType = Schema.is(FailureType)
console.log(isCategory('root_cause'), isFailureType('bad_luck'))

const failure = Schema.decodeUnknownSync(FailureContext)({
  id: 'failure-1',
  sessionId: 's',
  taskId: 'shop',
  subtaskId: 'shop/build',
  subtaskDescription: 'Build the shop',
  attemptNumber: 1,
  failureType: 'typecheck_failure',
  errorOutput: "src/cart.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
  filesModified: ['src/cart.ts'],
  previousReflections: [],
  createdAt: '2030-01-01T00:00:00.000Z',
})

/** Your own model: a prompt goes in, an answer with JSON somewhere in it comes out. */
const askModel = (prompt: string): Effect.Effect<string> =>
  Effect.succeed(
    prompt.includes('TS2322')
      ? 'Here it is: {"category":"root_cause","analysis":"price is a text","suggestion":"parse it"}'
      : 'I do not know.',
  )

const learn = (service: IReflectionService) =>
  Effect.gen(function* () {
    const answer = yield* askModel(buildGenerationPrompt(failure))
    const parsed: ParsedReflection | null = parseReflectionResponse(answer)
    const byHeuristic: Reflection = generateHeuristicReflection(failure)
    yield* service.save(Schema.decodeUnknownSync(Reflection)({ ...byHeuristic, ...parsed }))
    const recent = yield* service.getRecent(failure.subtaskId)
    return yield* service.formatForPrompt(recent)
  })

const storage: ReflectionStorage = makeMemoryStorage()
const options: ReflectionServiceOptions = { storage, ...config }
const service = makeReflectionService(options)
console.log(await Effect.runPromise(learn(service)))

// Whatever goes wrong is one typed error with a reason.
const error = await Effect.runPromise(Effect.flip(service.forget('no-such-reflection')))
const reason: ReflectionErrorReason = error.reason
console.log(error instanceof ReflectionError, reason)

// Without a service and without a model: one call makes a reflection, one shows it.
const alone = await Effect.runPromise(generateReflection(failure))
console.log(formatReflectionsForPrompt([alone]).split('\n')[0], alone.suggestion)
console.log(REFLECTION_PROMPT.split('\n')[0])
