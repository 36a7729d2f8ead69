import type { Gate } from '../gate.js'

/** Something was asked and nothing was answered or done. */
export const emptyAnswer: Gate = {
  id: 'empty_answer',
  tier: 'push',
  yieldsToPerson: false,
  check({ evidence, basis }) {
    if ((evidence.lastMessage ?? '').trim() !== '') return null
    // Facts that could not be read are no silence of the agent's.
    if (evidence.request.total === 0) return null
    if (basis === 'recorded' && hasWorkedThisTurn(evidence)) return null
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

function hasWorkedThisTurn({ request, recent }: Parameters<Gate['check']>[0]['evidence']): boolean {
  const began = request.messages.at(-1)?.step ?? 0
  return recent.some((item) => item.kind === 'call' && item.step > began)
}
