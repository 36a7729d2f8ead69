/**
 * The facts at one moment. An event and a place come in, Evidence goes out, always: what could not
 * be learnt is empty and `degraded` says why. It judges nothing.
 */
import type { AgentEvent } from '../schema/agent-event.js'
import type { Evidence } from '../schema/evidence.js'
import { emptyEvidence } from './empty-evidence.js'
import { observeRepository } from './repository.js'

export interface ObserveInput {
  event: AgentEvent
  projectRoot: string | null
  /** The commit at session start; null when nobody recorded it. */
  startPoint: string | null
  /** ISO instant. */
  now: string
  signal?: AbortSignal
}

export async function observe(input: ObserveInput): Promise<Evidence> {
  const { event, projectRoot: root, startPoint, signal } = input
  return emptyEvidence({
    at: input.now,
    repository: root === null ? null : await observeRepository({ root, startPoint, signal }),
    lastMessage: 'lastMessage' in event ? event.lastMessage : null,
  })
}
