import type { Evidence } from '../../../schema/evidence.js'
import type { Gate } from '../gate.js'

/** Something was asked and nothing was answered or done. */
export const emptyAnswer: Gate = {
  id: 'empty_answer',
  tier: 'push',
  yieldsToPerson: false,
  check({ evidence, basis }) {
    if ((evidence.lastMessage ?? '').trim() !== '') return null
    if (evidence.request.total === 0) return null
    if (basis === 'recorded' && !isSilence(evidence)) return null
    return {
      fact: 'The turn ended without an answer',
      quote: null,
      severity: 'HIGH',
      missing: 'an answer to the request',
      nextAction: 'Do what was asked, then say what you did.',
      requested: true,
    }
  },
}

/** The client handed over an empty text, and nothing was done: an unread transcript shows neither. */
function isSilence({ lastMessage, request, recent }: Evidence): boolean {
  const began = request.messages.at(-1)?.step ?? 0
  return lastMessage !== null && !recent.some(({ kind, step }) => kind === 'call' && step > began)
}
