/**
 * The parts of generating a reflection, for programs that keep nothing or ask a model of their own:
 * the prompt, the reader of its answer, the heuristic for when there is none, and the whole of it.
 */
import { homedir } from 'node:os'
import { Effect } from 'effect'
import * as z from 'zod/mini'
import { openMemoryStorage } from '../memory/memory-storage.js'
import { fitAnswer } from '../model/fit-answer.js'
import { lessonPrompt } from '../moments/failure/draft-by-model.js'
import { formatForPrompt } from '../moments/failure/format.js'
import { generateByHeuristic } from '../moments/failure/generate.js'
import type { LessonDraft } from '../moments/failure/lesson-draft.js'
import { fitReply, LessonReply } from '../moments/failure/lesson-reply.js'
import { toFailureContext } from '../moments/failure/to-failure-context.js'
import { createLessons } from '../moments/failure/lessons.js'
import type { LessonsOptions } from '../moments/failure/lessons.js'
import { LESSON_PROMPT } from '../moments/failure/prompts/lesson.js'
import { toReflectionError } from './reflection-error.js'
import type { ReflectionError } from './reflection-error.js'
import type { FailureContext, Reflection } from './schemas.js'

/** The prompt that asks a model for a reflection; throws a `ReflectError` for what is no failure. */
export const buildGenerationPrompt = (failure: FailureContext): string =>
  lessonPrompt(toFailureContext(failure, homedir()))

/** The prompt before its slots are filled. */
export const REFLECTION_PROMPT: string = LESSON_PROMPT

/** A reflection from a failure, by the model or else by the heuristic; nothing is kept. */
export const generateReflection = (
  failure: FailureContext,
  options: Omit<LessonsOptions, 'storage'> = {},
): Effect.Effect<Reflection, ReflectionError> =>
  Effect.tryPromise({
    try: () => createLessons({ ...options, storage: openMemoryStorage() }).generate(failure),
    catch: toReflectionError,
  })

/** The section for the next attempt's prompt; empty when there are none. */
export const formatReflectionsForPrompt = (reflections: ReadonlyArray<Reflection>): string =>
  formatForPrompt(reflections)

/** What a model's answer says of a failure, before it has an id and a place. */
export type ParsedReflection = LessonDraft

// A model that was asked by another prompt may leave these two out.
const LenientReply = z.extend(LessonReply, {
  actionItems: z._default(z.array(z.string()), []),
  confidence: z._default(z.number(), 0.5),
})

/** The reflection in a model's answer, prose and code fences around it or not; null for none. */
export function parseReflectionResponse(response: string): ParsedReflection | null {
  const reply = fitAnswer(response, LenientReply)
  return reply.ok ? (fitReply(reply.value, 'root_cause')?.draft ?? null) : null
}

/** A reflection without a model: the same failure gives the same one, at its own instant. */
export const generateHeuristicReflection = (failure: FailureContext): Reflection =>
  generateByHeuristic(toFailureContext(failure, homedir()), {
    id: `reflection-${failure.id}`,
    now: failure.createdAt,
  }).lesson
