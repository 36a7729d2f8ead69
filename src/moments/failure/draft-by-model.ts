import type { Model } from '../../model.js'
import { fence } from '../../safety/fence.js'
import { redactText } from '../../safety/redact.js'
import type { FailureContext } from '../../schema/failure-context.js'
import type { LessonCategory } from '../../schema/lesson.js'
import { fillSlots } from '../../util/fill-slots.js'
import type { LessonDraft } from './lesson-draft.js'
import { fitReply, LessonReply } from './lesson-reply.js'
import { LESSON_PROMPT } from './prompts/lesson.js'

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
        schema: LessonReply,
      }),
      both,
    )
    if (reply.outcome === 'timeout') return failed('timeout', reply.reason)
    if (reply.outcome !== 'ok') {
      return failed(reply.failure === 'unfit' ? 'parse_error' : 'generation_failed', reply.reason)
    }
    const parsed = LessonReply.safeParse(reply.value)
    if (!parsed.success) return failed('parse_error', 'the reply is not a lesson')
    const fitted = fitReply(parsed.data, fallbackCategory)
    return fitted === null
      ? failed('parse_error', 'the reply says nothing')
      : { ok: true, ...fitted }
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

/** What a model is asked about a failure; what the failure says is fenced as data. */
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
