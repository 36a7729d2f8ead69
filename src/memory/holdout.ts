import { createHash } from 'node:crypto'
import type { Exposure } from '../schema/exposure.js'

/**
 * Whether a lesson is shown to an attempt or held out as control: drawn per lesson and attempt from
 * a hash, so the same question always has the same answer and no lesson decides for another.
 */
export function armOf(lessonId: string, attemptKey: string, holdout: number): Exposure['arm'] {
  const digest = createHash('sha256').update(`${lessonId}\n${attemptKey}`).digest()
  return digest.readUIntBE(0, 6) / 2 ** 48 < holdout ? 'held_out' : 'shown'
}
