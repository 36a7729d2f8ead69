import type { LessonFigures } from '../../../../src/schema/api/lesson.js'
import type { LessonCategory, LessonRow, LessonState } from '../../../../src/schema/lesson.js'
import { formatPoints } from '../../kit/format.js'
import type { Tone } from '../../kit/tone.js'

export const STATE_TONES: Readonly<Record<LessonState, Tone>> = {
  active: 'good',
  quarantined: 'warn',
  retired: 'plain',
  superseded: 'plain',
}

export const CATEGORIES: Readonly<Record<LessonCategory, string>> = {
  root_cause: 'root cause',
  approach_flaw: 'flawed approach',
  missing_context: 'missing context',
  tool_misuse: 'tool misuse',
  test_gap: 'test gap',
  verification: 'verification',
}

export const SOURCES: Readonly<Record<LessonRow['madeBy'], string>> = {
  model: 'a model',
  heuristic: 'rules',
  human: 'given',
  import: 'imported',
  episode: 'checks',
}

export const VERDICT_TONES: Readonly<Record<LessonFigures['verdict'], Tone>> = {
  helps: 'good',
  'does harm': 'bad',
  'no clear effect': 'plain',
  'not enough data': 'plain',
}

/** `−3.0 to +21.0 points`. */
export const formatInterval = ({ low, high }: { low: number; high: number }): string =>
  `${formatPoints(low).replace(' points', '')} to ${formatPoints(high)}`

/** The lift of a lesson in one sentence, for those who can't see its mark. */
export function describeLift({ lift, verdict }: LessonFigures): string {
  if (lift === null) return verdict
  return `${verdict}: ${formatPoints(lift.value)}, 95 % of it from ${formatInterval(lift.alwaysValid)}`
}
