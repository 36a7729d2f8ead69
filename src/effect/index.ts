export {
  makeFileStorage,
  makeMemoryStorage,
  makeReflectionService,
  ReflectionService,
  ReflectionServiceLive,
  ReflectionServiceTest,
  ReflectionServiceTestWithStorage,
} from './reflection-service.js'
export type {
  IReflectionService,
  ReflectionServiceOptions,
  ReflectionStorage,
} from './reflection-service.js'
export { ReflectionError } from './reflection-error.js'
export type { ReflectionErrorReason } from './reflection-error.js'
export {
  FailureContext,
  FailureType,
  Reflection,
  ReflectionCategory,
  ReflexionConfig,
} from './schemas.js'
export {
  buildGenerationPrompt,
  formatReflectionsForPrompt,
  generateHeuristicReflection,
  generateReflection,
  REFLECTION_PROMPT,
  parseReflectionResponse,
} from './generation.js'
export type { ParsedReflection } from './generation.js'
