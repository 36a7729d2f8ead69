import type { AgentCapabilities } from '../agent.js'
import type { AgentEventKind } from '../schema/agent-event.js'

/** Whether "go on" can reach the client after such an event. */
export const hasChannel = (kind: AgentEventKind, capabilities: AgentCapabilities): boolean =>
  capabilities.canPromptIdle || (kind === 'session-stopped' && capabilities.canContinue)
