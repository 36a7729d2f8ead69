import { own } from '../util/own.js'
import { codexCallFailed } from '../agents/codex/call-failed.js'
import { copilotCallFailed } from '../agents/copilot/call-failed.js'
import { geminiCallFailed } from '../agents/gemini/call-failed.js'
import { grokCallFailed } from '../agents/grok/call-failed.js'

/** An event of finished calls, and how the client tells one that failed. */
interface FinishedCalls {
  event: string
  /** `readTail` reads the end of a file; empty when there is none. */
  hasFailed(payload: Readonly<Record<string, unknown>>, readTail: (file: string) => string): boolean
}

const failedOnly: FinishedCalls = { event: 'PostToolUseFailure', hasFailed: () => true }

const TOLD: Readonly<Record<string, FinishedCalls>> = {
  'claude-code': failedOnly,
  qwen: failedOnly,
  pi: failedOnly,
  cursor: { event: 'postToolUseFailure', hasFailed: () => true },
  // These call a hook for every call.
  codex: { event: 'PostToolUse', hasFailed: codexCallFailed },
  gemini: { event: 'AfterTool', hasFailed: geminiCallFailed },
  copilot: { event: 'postToolUse', hasFailed: copilotCallFailed },
  grok: { event: 'PostToolUse', hasFailed: grokCallFailed },
}

/** Null for an event that is none of a call. */
export function finishedCalls(agentId: string, eventName: string | null): FinishedCalls | null {
  const told = own(TOLD, agentId)
  return told?.event === eventName ? told : null
}
