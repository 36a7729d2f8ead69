import { headSafely, tailSafely } from '../../safety/clip-safely.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import type { Evidence, RecentItem } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import type { SessionState } from '../../schema/session-state.js'
import type { ToolKind, ToolStatus } from '../../schema/transcript.js'

/** A tool call as far as a stall is concerned. */
export interface FactTool {
  tool: string
  toolKind: ToolKind
  status: ToolStatus
  /** The command or the arguments; one line, foreign text. */
  action: string
  /** What it printed or failed with; one line, foreign text. */
  detail: string
}

/** All that is looked at when an agent has gone quiet. */
export interface StallFacts {
  /** Since the last sign of life; null when unknown. */
  ageMs: number | null
  /** The human's last message, at most 500 characters; empty when there is none. */
  request: string
  /** The agent's last message, its last 1,000 characters; empty when it wrote none. */
  message: string
  /** The same message, sentence by sentence. */
  sentences: readonly Sentence[]
  /** It is only told: then a sentence needs to be less sure. */
  isTold: boolean
  /** That message was finished; null when the client doesn't say. */
  completed: boolean | null
  outputTokens: number | null
  /** In order, of this turn; the last one came last. */
  tools: readonly FactTool[]
  /** A permission or a question of the client's waits for its answer. */
  isAsked: boolean
  /** The human stopped the agent or refused its last call. */
  isRefused: boolean
  /** What the provider or the client reported as the last thing; empty when nothing. */
  providerError: string
}

const MAX_REQUEST = 500
const MAX_MESSAGE = 1_000
const MAX_TOOLS = 10

export function stallFacts(
  evidence: Evidence,
  session: SessionState,
  event: AgentEvent,
): StallFacts {
  const turn = ofThisTurn(evidence.recent)
  const messages = turn.filter((item) => item.kind === 'message')
  const last = turn.at(-1)
  // Our own words and the client's notes wait for an answer as much as a human's.
  const isUnanswered = last?.kind === 'synthetic' && last.source !== 'meta'
  return {
    ageMs: ageOf(evidence, event),
    request: headSafely(evidence.request.messages.at(-1)?.text ?? '', MAX_REQUEST),
    message: isUnanswered ? '' : tailSafely(evidence.lastMessage ?? '', MAX_MESSAGE),
    sentences: isUnanswered ? [] : evidence.sentences,
    isTold: false,
    completed: evidence.lastMessageCompleted,
    outputTokens: isUnanswered ? 0 : (messages.at(-1)?.outputTokens ?? null),
    tools: isUnanswered ? [] : turn.flatMap(toTool).slice(-MAX_TOOLS),
    isAsked: session.openRequests.length > 0,
    isRefused: evidence.interrupted || session.refused,
    providerError: last?.kind === 'error' ? last.text : '',
  }
}

/** Nothing is known of the session: no request, no message, no call. */
export const isBlank = ({ request, message, tools, providerError }: StallFacts): boolean =>
  request === '' && message === '' && tools.length === 0 && providerError === ''

const ofThisTurn = (recent: readonly RecentItem[]): RecentItem[] =>
  recent.slice(recent.findLastIndex(({ kind }) => kind === 'human') + 1)

function toTool(item: RecentItem): FactTool[] {
  if (item.kind !== 'call' || item.sidechain) return []
  const { tool, toolKind, action, output, exitCode } = item
  const status = item.status === 'completed' && (exitCode ?? 0) !== 0 ? 'failed' : item.status
  return [{ tool, toolKind, status, action, detail: output }]
}

/** The younger sign of life counts: the host's own, or the transcript's last entry. */
function ageOf({ at, lastActivityAt }: Evidence, event: AgentEvent): number | null {
  const ages = [
    ...(event.kind === 'session-idle-long' ? [event.idleMs] : []),
    ...(lastActivityAt === null ? [] : [Date.parse(at) - Date.parse(lastActivityAt)]),
  ].filter((age) => Number.isFinite(age))
  return ages.length === 0 ? null : Math.max(0, Math.min(...ages))
}
