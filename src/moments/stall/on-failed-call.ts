/**
 * The second door of the moment `stall`: a call that failed comes in; context that states the repeated
 * fact goes out, or nothing. It is asked at every failed call, so it reads nothing until the session's
 * state shows that this call failed before.
 */
import { failureKey } from '../../guard/fold-session.js'
import type { Config } from '../../schema/config.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'

export const stallInTurn: Moment = { name: 'stall', passive: false, reflect: reflectOnCall }

async function reflectOnCall(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { event, session, config } = input
  if (event.kind !== 'tool-finished' || !event.failed) return nothing('logged')
  if (!config.stall.enabled) return nothing('stall_disabled')
  const key = failureKey(event) ?? ''
  const fingerprint = `stall:call:${key}`
  if (session.pushes[fingerprint] !== undefined) return nothing('already_nudged')
  const times = session.failures?.[key] ?? 0
  if (times < fewest(config.stall.thresholds)) return nothing('no_loop')
  const { noticeLoop } = await import('./notice-loop.js')
  return noticeLoop(event, fingerprint, input, ports)
}

/** With fewer failures of one call no detector of loops fires at it. */
const fewest = ({ sameFailure, sameResult, alternation }: Config['stall']['thresholds']): number =>
  Math.min(sameFailure, sameResult, Math.ceil(alternation / 2))
