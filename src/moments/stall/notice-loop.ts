import type { AgentEventOf } from '../../schema/agent-event.js'
import type { Evidence } from '../../schema/evidence.js'
import type { Answer, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { noteInteraction } from '../note-interaction.js'
import { isSame } from './detector.js'
import type { CallItem, Loop } from './detector.js'
import { failedCalls, withCalls } from './failed-calls.js'
import { CALL_DETECTORS, findLoop } from './find-loop.js'
import { loopFact, loopText } from './nudge-text.js'
import { loopKey, nudgesOf, toMetadata } from './past-nudges.js'

type FailedCall = AgentEventOf<'tool-finished'>

/** Is a call that failed again part of a loop? If so, the agent hears the repeated fact, once in a turn. */
export async function noticeLoop(
  event: FailedCall,
  fingerprint: string,
  input: MomentInput,
  ports: MomentPorts,
): Promise<Answer> {
  const { session, evidence } = input
  const calls = await failedCalls(event, ports.store)
  const suspected = findLoopIn({ ...evidence, recent: calls }, input)
  const loop = suspected === null ? null : await confirm(suspected, calls, event, input)
  if (loop === null) return nothing('no_loop')
  const key = loopKey(loop)
  if ((await nudgesOf(key, session, ports.store)).length > 0) return nothing('already_nudged')
  return {
    records: [noteInteraction('stall_loop', loopFact(loop), input, ports)],
    events: [],
    proposal: {
      kind: 'context',
      text: loopText(loop, false),
      metadata: toMetadata({ loop: key, step: null, turn: session.turn }),
    },
    end: null,
    fingerprint,
    counts: true,
  }
}

type Happened = Pick<Evidence, 'recent' | 'edits' | 'request'>

const findLoopIn = (
  { recent, edits, request: { flags } }: Happened,
  { config, mode }: MomentInput,
): Loop | null =>
  findLoop(
    { recent, edits, flags, settings: config.stall, headless: mode === 'orchestrated' },
    CALL_DETECTORS,
  )

/** The log knows no call that went well: the session does. A subagent has none. */
async function confirm(
  suspected: Loop,
  calls: readonly CallItem[],
  event: FailedCall,
  input: MomentInput,
): Promise<Loop | null> {
  const session = event.subagentId === undefined ? await input.readSession?.() : undefined
  if (session !== undefined && session.steps > 0) {
    return findLoopIn({ ...session, recent: withCalls(session, calls) }, input)
  }
  // Whatever was done in between changed nothing: that is a fact without the session, too.
  const last = calls.slice(-input.config.stall.thresholds.sameFailure)
  const isOne = last.every((call) => isSame(call, last[0]!))
  return isOne ? { ...suspected, detector: 'same-result' } : null
}
