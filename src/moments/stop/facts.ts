import { NO_TREE, worldOf } from '../../judge/world.js'
import type { World } from '../../judge/world.js'
import type { Evidence } from '../../schema/evidence.js'
import { readClosing } from './closing.js'
import type { Closing } from './closing.js'

/** What a stop is judged by: the facts, what was asked, and what the last message says. */
export interface StopFacts extends Pick<World, 'evidence' | 'demands' | 'asked'> {
  closing: Closing
}

export function toStopFacts(evidence: Evidence): StopFacts {
  const { asked, demands } = worldOf(evidence, NO_TREE)
  return { evidence, asked, demands, closing: readClosing(evidence) }
}
