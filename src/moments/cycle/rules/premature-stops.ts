import type { GateFacts, Rule } from './rule.js'

/** How many sessions are looked at. */
export const LAST_SESSIONS = 10
const MIN_SESSIONS = 4

/** One gate that keeps sending agents back: what it asks for should be in their instructions. */
export const prematureStops: Rule<GateFacts> = {
  id: 'premature_stops',
  check({ id, sessions }) {
    const last = sessions.slice(0, LAST_SESSIONS)
    const pushed = last.filter(({ gates }) => gates.includes(id))
    const count = pushed.length
    if (count < MIN_SESSIONS) return null
    return {
      rule: 'premature_stops',
      severity: 'warning',
      subject_type: 'gate',
      subject_id: id,
      detail: `${id} sent the agent back in ${count} of the last ${last.length} sessions: an instruction is missing`,
      action_taken: '',
      sessions: pushed.map(({ sessionId }) => sessionId),
      count,
    }
  },
  isOver: () => true,
}
