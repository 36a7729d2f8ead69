import type { Gate } from '../gate.js'

/** Harm to security, data or production that the agent says it delivered. */
export const unsafeDelivery: Gate = {
  id: 'unsafe_delivery',
  tier: 'note',
  yieldsToPerson: false,
  check({ evidence, closing }) {
    // What a review was asked to find is its result, not its blocker.
    if (closing.harm === null || evidence.request.flags.readOnly !== null) return null
    return {
      fact: 'Your own report names a risk in what you delivered',
      quote: closing.harm.text,
      read: closing.harm,
      severity: 'BLOCKER',
      missing: 'a delivery without that risk',
      nextAction: 'Make it safe, or say plainly that it is not.',
      requested: false,
    }
  },
}
