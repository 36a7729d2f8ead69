import type { Lesson } from '../../schema/lesson.js'

/** What is learnt, before it has an id and a place. */
export type LessonDraft = Pick<
  Lesson,
  'category' | 'analysis' | 'suggestion' | 'actionItems' | 'confidence'
>
