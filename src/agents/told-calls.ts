import { own } from '../util/own.js'
import { codexCallFailed } from './codex/call-failed.js'
import { copilotCallFailed } from './copilot/call-failed.js'
import { geminiCallFailed } from './gemini/call-failed.js'

/** How a client that calls a hook for every finished call tells one that failed. */
interface ToldCalls {
  event: string
  /** `readTail` reads the end of a file; empty when there is none. */
  hasFailed(payload: Readonly<Record<string, unknown>>, readTail: (file: string) => string): boolean
}

const TOLD: Readonly<Record<string, ToldCalls>> = {
  codex: { event: 'PostToolUse', hasFailed: codexCallFailed },
  gemini: { event: 'AfterTool', hasFailed: geminiCallFailed },
  copilot: { event: 'postToolUse', hasFailed: copilotCallFailed },
}

/** Null for an event that is none of a call, or that only failed calls have. */
export function toldCalls(agentId: string, eventName: string | null): ToldCalls | null {
  const told = own(TOLD, agentId)
  return told?.event === eventName ? told : null
}
