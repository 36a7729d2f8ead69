import { own } from './util/own.js'
import { codexCallFailed } from './agents/codex/call-failed.js'
import { copilotCallFailed } from './agents/copilot/call-failed.js'
import { geminiCallFailed } from './agents/gemini/call-failed.js'

/** How a client that calls a hook for every finished call tells one that failed. */
interface FinishedCalls {
  event: string
  /** `readTail` reads the end of a file; empty when there is none. */
  hasFailed(payload: Readonly<Record<string, unknown>>, readTail: (file: string) => string): boolean
}

const TOLD: Readonly<Record<string, FinishedCalls>> = {
  codex: { event: 'PostToolUse', hasFailed: codexCallFailed },
  gemini: { event: 'AfterTool', hasFailed: geminiCallFailed },
  copilot: { event: 'postToolUse', hasFailed: copilotCallFailed },
}

/** Null for an event that is none of a call, or that only failed calls have. */
export function finishedCalls(agentId: string, eventName: string | null): FinishedCalls | null {
  const told = own(TOLD, agentId)
  return told?.event === eventName ? told : null
}
