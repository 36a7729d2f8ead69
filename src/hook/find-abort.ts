import type { Agent } from '../agent.js'
import type { AgentEvent, AgentEventKind } from '../schema/agent-event.js'
import { readTail } from '../util/read-tail.js'

/** What follows an abort in a client that has no event for it. */
const FOLLOWING: ReadonlySet<AgentEventKind> = new Set(['prompt-submitted', 'session-ended'])

/** The abort that an event follows, in a client that shows it in its transcript alone; else null. */
export function findAbort(event: AgentEvent, { findInterrupt }: Agent): AgentEvent | null {
  const { agent, sessionId, parentSessionId, at, cwd, transcriptPath } = event
  if (findInterrupt === undefined || transcriptPath === null || !FOLLOWING.has(event.kind)) {
    return null
  }
  const mark = findInterrupt(readTail(transcriptPath))
  if (mark === null) return null
  const id = `abort-${mark}`.slice(0, 256)
  const common = { id, agent, sessionId, parentSessionId, at, cwd, transcriptPath, degraded: null }
  return { kind: 'session-aborted', ...common }
}
