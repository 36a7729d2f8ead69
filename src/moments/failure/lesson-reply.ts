import { clipSafely } from '../../safety/clip-safely.js'
import * as z from 'zod/mini'
import { redactText } from '../../safety/redact.js'
import { LessonCategory } from '../../schema/lesson.js'
import type { LessonDraft } from './lesson-draft.js'

/** Wider than a lesson: what is out of range is brought into it and marked, not thrown away. */
export const LessonReply = z.object({
  category: z.string(),
  analysis: z.string(),
  suggestion: z.string(),
  actionItems: z.array(z.string()),
  confidence: z.number(),
})
export type LessonReply = z.infer<typeof LessonReply>

const MAX_TEXT = 1500
const MAX_ITEM = 300
const MAX_ITEMS = 5

/** The lesson in a model's reply, and which of its fields were out of range; null when it says nothing. */
export function fitReply(
  reply: LessonReply,
  fallback: LessonCategory,
): { draft: LessonDraft; adjusted: string[] } | null {
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
  if (draft.analysis === '' && draft.suggestion === '') return null
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
  return { draft, adjusted }
}

const fitText = (text: string, maxChars: number): string =>
  clipSafely(redactText(text.trim()), maxChars)
