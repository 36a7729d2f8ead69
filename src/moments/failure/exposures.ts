import { closeExposures } from '../../memory/exposures.js'
import { attemptOutcome } from '../attempt-failure.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { openSessionStorage } from './session-storage.js'

/**
 * An attempt ended: what the lessons shown to it came to. Where no check shows how it ended they stay
 * open: the turn may go on, and what is open after a day closes as `unknown`.
 */
export const exposures: Moment = { name: 'exposures', passive: true, reflect: close }

const MAX_OPEN = 500

async function close(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  if (!input.config.lessons.enabled) return nothing('lessons_disabled')
  const outcome = attemptOutcome(input.evidence)
  if (outcome === 'unknown') return nothing('captured')
  const { storage, records } = openSessionStorage(input, ports)
  const { sessionId, turn } = input.session
  const open = await storage.listExposures({ sessionId, outcome: 'open', limit: MAX_OPEN })
  const ended = open.filter((exposure) => exposure.turn === null || exposure.turn === turn)
  await closeExposures(storage, ended, outcome === 'failed' ? 'failure' : 'success', input.now)
  return { ...nothing('captured'), records: records() }
}
