import { sha256 } from '../util/sha256.js'
import type { Exposure } from '../schema/exposure.js'

/**
 * Whether a lesson is shown to an attempt or held out as control: drawn per lesson and attempt from
 * a hash, so the same question always has the same answer and no lesson decides for another.
 */
export function armOf(lessonId: string, attemptKey: string, holdout: number): Exposure['arm'] {
  const drawn = Number.parseInt(sha256(`${lessonId}\n${attemptKey}`).slice(0, 12), 16)
  return drawn / 2 ** 48 < holdout ? 'held_out' : 'shown'
}
