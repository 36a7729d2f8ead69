import type { Sentence } from '../../schema/sentence.js'
import { THRESHOLDS } from './thresholds.js'
import type { Use } from './thresholds.js'

/** Whether a sentence's act is sure enough for what it is used for. */
export function isSure({ act, probability }: Sentence, use: Use): boolean {
  const needed = THRESHOLDS.acts[use][act]
  return needed != null && probability >= needed.threshold
}
