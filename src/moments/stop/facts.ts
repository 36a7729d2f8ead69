import { readRequest } from '../../evidence/message/read-request.js'
import type { Evidence } from '../../schema/evidence.js'
import { NO_TREE, worldOf } from '../../judge/world.js'
import { readClosing } from './closing.js'
import type { StopFacts } from './gate.js'

/** The facts that a stop is judged by. */
export function toStopFacts(evidence: Evidence): StopFacts {
  const { asked, demands } = worldOf(evidence, NO_TREE)
  const closing = readClosing(evidence)
  return { evidence, asked, request: readRequest(asked), demands, closing }
}
