import type { Evidence } from '../../schema/evidence.js'
import { readClosing } from './closing.js'
import type { StopFacts } from './gate.js'

/** The facts as the gates see them. */
export function toStopFacts(evidence: Evidence, basis: StopFacts['basis']): StopFacts {
  const asked = currentRequest(evidence)
  return { evidence, basis, asked, closing: readClosing(evidence.lastMessage ?? '', asked) }
}

/** What is asked for now: the last message, and those before it while they are about the same task. */
function currentRequest({ request }: Evidence): string {
  return request.messages.map(({ text }) => text).join('\n\n')
}
