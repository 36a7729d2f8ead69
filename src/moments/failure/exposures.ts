import { closeExposures } from '../../memory/exposures.js'
import type { Evidence } from '../../schema/evidence.js'
import { findAttemptFailure } from '../attempt-failure.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { openSessionStorage } from './session-storage.js'

/** An attempt ended: what the lessons shown to it came to. Where nothing was seen they stay open. */
export const exposures: Moment = { name: 'exposures', passive: true, reflect: close }

const MAX_OPEN = 500

/** Whether enough was seen to say that nothing was red. */
const hasWork = ({ commands, edits }: Evidence): boolean => commands.length + edits.length > 0

async function close(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  if (!input.config.lessons.enabled) return nothing('lessons_disabled')
  const failed = findAttemptFailure(input.evidence) !== null
  if (!failed && !hasWork(input.evidence)) return nothing('captured')
  const { storage, records } = openSessionStorage(input, ports)
  const { sessionId, turn } = input.session
  const open = await storage.listExposures({ sessionId, outcome: 'open', limit: MAX_OPEN })
  const ended = open.filter((exposure) => exposure.turn === null || exposure.turn === turn)
  await closeExposures(storage, ended, failed ? 'failure' : 'success', input.now)
  return { ...nothing('captured'), records: records() }
}
