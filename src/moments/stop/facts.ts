import type { Evidence } from '../../schema/evidence.js'
import { readClosing } from './closing.js'
import type { StopFacts } from './gate.js'

/** The facts as the gates see them. */
export function toStopFacts(evidence: Evidence, basis: StopFacts['basis']): StopFacts {
  const asked = currentRequest(evidence, basis)
  return { evidence, basis, asked, closing: readClosing(evidence.lastMessage ?? '', asked) }
}

/** A message shorter than this ("yes, go on") says what it is about only together with earlier ones. */
const MIN_CHARS = 120

/** What is asked for now: the last message, and those before it that it needs to be understood. */
function currentRequest({ request }: Evidence, basis: StopFacts['basis']): string {
  const texts = request.messages.map(({ text }) => text)
  if (basis === 'narrated') return texts.join('\n\n')
  let from = texts.length - 1
  while (from > 0 && texts.slice(from).join('').length < MIN_CHARS) from -= 1
  return texts.slice(Math.max(0, from)).join('\n\n')
}
