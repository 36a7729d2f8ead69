/**
 * The parts of generating a reflection, for programs that ask a model of their own: the prompt, the
 * reader of its answer, and the heuristic for when there is none. All pure.
 */
import { homedir } from 'node:os'
import * as z from 'zod/mini'
import { fitAnswer } from '../model/fit-answer.js'
import { lessonPrompt } from '../moments/failure/draft-by-model.js'
import { generateByHeuristic } from '../moments/failure/generate.js'
import type { LessonDraft } from '../moments/failure/lesson-draft.js'
import { fitReply, LessonReply } from '../moments/failure/lesson-reply.js'
import { toFailureContext } from '../moments/failure/to-failure-context.js'
import type { FailureContext, Reflection } from './schemas.js'

/** The prompt that asks a model for a reflection; throws a `ReflectError` for what is no failure. */
export const buildGenerationPrompt = (failure: FailureContext): string =>
  lessonPrompt(toFailureContext(failure, homedir()))

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
