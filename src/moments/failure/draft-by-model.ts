import * as z from 'zod/mini'
import type { Model } from '../../model.js'
import { fence } from '../../safety/fence.js'
import { redactText } from '../../safety/redact.js'
import type { FailureContext } from '../../schema/failure-context.js'
import { LessonCategory } from '../../schema/lesson.js'
import { fillSlots } from '../../util/fill-slots.js'
import { clip } from '../../util/clip.js'
import type { LessonDraft } from './lesson-draft.js'
import { LESSON_PROMPT } from './prompts/lesson.js'

/** Wider than a lesson: what is out of range is brought into it and marked, not thrown away. */
const Reply = z.object({
  category: z.string(),
  analysis: z.string(),
  suggestion: z.string(),
  actionItems: z.array(z.string()),
  confidence: z.number(),
})

const MAX_TEXT = 1500
const MAX_ITEM = 300
const MAX_ITEMS = 5

export type ModelDraft =
  | { ok: true; draft: LessonDraft; adjusted: string[] }
  | { ok: false; reason: 'generation_failed' | 'parse_error' | 'timeout'; message: string }

export interface DraftOptions {
  /** The model was asked in vain: its category where its own is unknown. */
  fallbackCategory: LessonCategory
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/** Asks the model, for no longer than it is given, and never throws. */
export async function draftByModel(
  failure: FailureContext,
  model: Model,
  { fallbackCategory, timeoutMs, signal }: DraftOptions,
): Promise<ModelDraft> {
  const limit = AbortSignal.timeout(timeoutMs)
  const both = signal === undefined ? limit : AbortSignal.any([limit, signal])
  try {
    const reply = await orAborted(
      model.object({
        role: 'lesson',
        prompt: lessonPrompt(failure),
        sessionId: failure.sessionId,
        timeoutMs,
        signal: both,
        schema: Reply,
      }),
      both,
    )
    if (reply.outcome === 'timeout') return failed('timeout', reply.reason)
    if (reply.outcome !== 'ok') {
      return failed(reply.failure === 'unfit' ? 'parse_error' : 'generation_failed', reply.reason)
    }
    const parsed = Reply.safeParse(reply.value)
    if (!parsed.success) return failed('parse_error', 'the reply is no lesson')
    return fitReply(parsed.data, fallbackCategory)
  } catch (error) {
    if (limit.aborted) return failed('timeout', `no answer within ${timeoutMs} ms`)
    return failed('generation_failed', error instanceof Error ? error.message : String(error))
  }
}

/** A model that does not heed its signal must not hold the attempt. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('aborted', { cause: signal.reason }))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

const failed = (
  reason: 'generation_failed' | 'parse_error' | 'timeout',
  message: string,
): ModelDraft => ({ ok: false, reason, message: redactText(message) })

function fitReply(reply: z.infer<typeof Reply>, fallback: LessonCategory): ModelDraft {
  const category = LessonCategory.safeParse(reply.category)
  const draft: LessonDraft = {
    category: category.success ? category.data : fallback,
    analysis: fitText(reply.analysis, MAX_TEXT),
    suggestion: fitText(reply.suggestion, MAX_TEXT),
    actionItems: reply.actionItems
      .map((item) => fitText(item, MAX_ITEM))
      .filter((item) => item !== '')
      .slice(0, MAX_ITEMS),
    confidence: Number.isFinite(reply.confidence) ? Math.min(1, Math.max(0, reply.confidence)) : 0,
  }
  if (draft.analysis === '' && draft.suggestion === '') {
    return failed('parse_error', 'the reply says nothing')
  }
  const adjusted = [
    ...(category.success ? [] : ['category']),
    ...(reply.analysis.length > MAX_TEXT ? ['analysis'] : []),
    ...(reply.suggestion.length > MAX_TEXT ? ['suggestion'] : []),
    ...(reply.actionItems.length > MAX_ITEMS ||
    reply.actionItems.some((item) => item.length > MAX_ITEM)
      ? ['actionItems']
      : []),
    ...(draft.confidence === reply.confidence ? [] : ['confidence']),
  ]
  return { ok: true, draft, adjusted }
}

const fitText = (text: string, maxChars: number): string => clip(redactText(text.trim()), maxChars)

export function lessonPrompt(failure: FailureContext): string {
  const previous = failure.previousReflections
    .map((it) => `Attempt ${it.attemptNumber}: ${it.analysis} ${it.suggestion}`)
    .join('\n')
  return fillSlots(LESSON_PROMPT, {
    task: fence(redactText(failure.subtaskDescription), { source: 'task', maxChars: 1000 }),
    attempt: String(failure.attemptNumber),
    failureType: failure.failureType,
    files: failure.filesModified.slice(0, 20).map(redactText).join(', ') || 'none',
    output: fence(redactText(failure.errorOutput), { source: 'failed attempt', maxChars: 2000 }),
    previous:
      previous === ''
        ? 'none'
        : fence(redactText(previous), { source: 'earlier lessons', maxChars: 3000 }),
  })
}
