import { oneLineSafely } from '../../safety/clip-safely.js'
import * as z from 'zod/mini'
import type { Model } from '../../model.js'
import { fence } from '../../safety/fence.js'
import { redactText } from '../../safety/redact.js'
import { CompactionAction } from '../../schema/compaction-verdict.js'
import { Unit } from '../../schema/scalar.js'
import { fillSlots } from '../../util/fill-slots.js'
import type { CompactionFacts } from './compaction-facts.js'
import type { CompactionJudgement } from './judge-compaction.js'
import { POST_COMPRESSION_PROMPT } from './prompts/post-compression.js'

const Reply = z.object({
  action: CompactionAction,
  confidence: z.catch(Unit, 0.5),
  why: z.catch(z.string(), ''),
})

const TIMEOUT_MS = 30_000

export interface AskTerms {
  sessionId: string | null
  signal?: AbortSignal | undefined
  /** How long the model may take. @default 30 s */
  timeoutMs?: number
}

export type ModelCompaction =
  | { ok: true; judgement: CompactionJudgement; judge: string }
  /** `absent`: no model answers for this role. */
  | { ok: false; absent: boolean }

/** Asks the model what a compacted session needs. Never throws. */
export async function askCompactionModel(
  facts: CompactionFacts,
  model: Model,
  { sessionId, signal, timeoutMs = TIMEOUT_MS }: AskTerms,
): Promise<ModelCompaction> {
  try {
    const reply = await model.object({
      role: 'compaction',
      prompt: compactionPrompt(facts),
      sessionId,
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
      schema: Reply,
    })
    if (reply.outcome !== 'ok') return { ok: false, absent: reply.outcome === 'no_backend' }
    const parsed = Reply.safeParse(reply.value)
    if (!parsed.success) return { ok: false, absent: false }
    const { action, confidence, why } = parsed.data
    const judgement = {
      action,
      confidence,
      why: oneLineSafely(why, 200) || `the model says ${action}`,
    }
    return { ok: true, judgement, judge: reply.call.model }
  } catch {
    return { ok: false, absent: false }
  }
}

export function compactionPrompt(facts: CompactionFacts): string {
  const { task, message, tools, github } = facts
  return fillSlots(POST_COMPRESSION_PROMPT, {
    task_summary: data(task.map((text, at) => `[${at + 1}] ${text}`).join('\n'), 'human', 1500),
    last_assistant_response: data(message, 'agent', 1000),
    tools_used: oneLineSafely(redactText(tools.join(', ')), 400) || '(none)',
    has_git_commands: String(github.commands.length > 0),
    has_pr_issue_ref: String(github.references.length > 0),
  })
}

const data = (text: string, source: string, maxChars: number): string =>
  text === '' ? '(none)' : fence(redactText(text), { source, maxChars })
