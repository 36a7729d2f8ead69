import { oneLineSafely, tailSafely } from '../../safety/clip-safely.js'
import * as z from 'zod/mini'
import type { Model } from '../../model.js'
import { fence } from '../../safety/fence.js'
import { redactText } from '../../safety/redact.js'
import { Unit } from '../../schema/scalar.js'
import { fillSlots } from '../../util/fill-slots.js'
import type { StallJudgement } from './judge-stall.js'
import { STUCK_DETECTION_PROMPT } from './prompts/stuck-detection.js'
import type { StallFacts } from './stall-facts.js'

const Reply = z.object({
  /** The reason says it too; where they differ the agent is left alone. */
  stuck: z.optional(z.boolean()),
  reason: z.enum(['genuinely_stuck', 'waiting_for_user', 'working', 'complete']),
  confidence: z.catch(Unit, 0.5),
  why: z.catch(z.string(), ''),
})

const TIMEOUT_MS = 30_000

export type ModelStall =
  | { ok: true; judgement: StallJudgement; judge: string }
  /** No model answers for this role; the rules' word stands. */
  | { ok: false; absent: true }
  | { ok: false; absent: false; why: string }

/** Asks the fast model about a quiet agent. What it can't answer is a failure, never "stuck". */
export async function askStallModel(
  facts: StallFacts,
  model: Model,
  { sessionId, signal }: { sessionId: string | null; signal?: AbortSignal | undefined },
): Promise<ModelStall> {
  try {
    const reply = await model.object({
      role: 'stall',
      prompt: stallPrompt(facts),
      sessionId,
      timeoutMs: TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
      schema: Reply,
    })
    if (reply.outcome === 'no_backend') return { ok: false, absent: true }
    if (reply.outcome !== 'ok')
      return { ok: false, absent: false, why: oneLineSafely(reply.reason, 200) }
    const parsed = Reply.safeParse(reply.value)
    if (!parsed.success) return { ok: false, absent: false, why: 'the reply does not fit' }
    return { ok: true, judgement: toJudgement(parsed.data, facts), judge: reply.call.model }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, absent: false, why: oneLineSafely(why, 200) }
  }
}

function toJudgement(reply: z.infer<typeof Reply>, facts: StallFacts): StallJudgement {
  const { reason, confidence } = reply
  const why = oneLineSafely(reply.why, 200) || `the model says ${reason}`
  if (reason !== 'genuinely_stuck') return { reason, confidence, why, at: null }
  if (reply.stuck === false) return { reason: 'working', confidence: 0, why, at: null }
  // The model's own words never reach the agent: the nudge quotes what the agent wrote.
  const tail = tailSafely(facts.message.trim(), 160)
  const at =
    tail === ''
      ? { kind: 'silence' as const, quote: facts.request }
      : { kind: 'announced' as const, quote: tail }
  return { reason, confidence, why, at }
}

export function stallPrompt(facts: StallFacts): string {
  const { ageMs, completed, outputTokens, tools } = facts
  const calls = tools
    .map(({ tool, status, action, detail }) => `${tool}: ${status} ${action} ${detail}`.trim())
    .join('\n')
  return fillSlots(STUCK_DETECTION_PROMPT, {
    time_since_activity: ageMs === null ? 'unknown' : String(Math.round(ageMs / 1000)),
    message_completed: completed === null ? 'unknown' : String(completed),
    output_tokens: outputTokens === null ? 'unknown' : String(outputTokens),
    pending_permission: facts.isAsked ? 'yes' : '(none)',
    session_status: data(facts.providerError, 'client', 300),
    last_user_message: data(facts.request, 'human', 500),
    last_assistant_response: data(facts.message, 'agent', 1000),
    tool_calls: data(calls, 'tool calls', 2000),
  })
}

const data = (text: string, source: string, maxChars: number): string =>
  text === '' ? '(none)' : fence(redactText(text), { source, maxChars })
