import * as z from 'zod/mini'
import type { Model, ModelReply } from '../../model.js'
import { fence } from '../../safety/fence.js'
import { redactText } from '../../safety/redact.js'
import type { Evidence } from '../../schema/evidence.js'
import { Severity } from '../../schema/verdict.js'
import { fillSlots } from '../../util/fill-slots.js'
import { quoted } from './feedback.js'
import { TASK_VERIFICATION_PROMPT } from './prompts/task-verification.js'

/** What the model answers. */
export const ModelVerdict = z.object({
  complete: z.boolean(),
  severity: Severity,
  feedback: z._default(z.string(), ''),
  missing: z._default(z.array(z.string()), []),
  next_actions: z._default(z.array(z.string()), []),
  requires_human_action: z._default(z.boolean(), false),
})
export type ModelVerdict = z.infer<typeof ModelVerdict>

export interface ModelJudgeInput {
  evidence: Evidence
  sessionId: string
  /** AGENTS.md or CLAUDE.md of the project; empty when there is none. */
  projectInstructions: string
  timeoutMs: number
  signal?: AbortSignal | undefined
}

const MAX = { task: 8000, result: 4000, call: 200, calls: 10, instructions: 1500 }

/** Asks the judge, for no longer than it is given. What it says never overrules a red gate. */
export async function judgeByModel(
  model: Model,
  input: ModelJudgeInput,
): Promise<ModelReply<ModelVerdict>> {
  const { sessionId, timeoutMs, signal } = input
  return model.object({
    role: 'judge',
    prompt: judgePrompt(input),
    schema: ModelVerdict,
    sessionId,
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  })
}

export function judgePrompt({
  evidence,
  projectInstructions,
}: Pick<ModelJudgeInput, 'evidence' | 'projectInstructions'>): string {
  return fillSlots(TASK_VERIFICATION_PROMPT, {
    task: data(numbered(evidence), 'human messages', MAX.task),
    agent_response: data(evidence.lastMessage ?? '', 'the agent', MAX.result),
    tools_used: data(lastCalls(evidence), 'tool calls', MAX.calls * (MAX.call + 4)),
    evidence: data(summarise(evidence), 'measured', MAX.result),
    project_instructions: data(projectInstructions, 'project instructions', MAX.instructions),
  })
}

const data = (text: string, source: string, maxChars: number): string =>
  text.trim() === '' ? 'none' : fence(redactText(text), { source, maxChars })

const numbered = ({ request }: Evidence): string =>
  request.messages.map(({ number, text }) => `[${number}] ${text}`).join('\n')

function lastCalls({ recent }: Evidence): string {
  return recent
    .filter((item) => item.kind === 'call')
    .slice(-MAX.calls)
    .map(({ tool, action, status, exitCode }) =>
      `${tool}: ${action} → ${status}${exitCode === null ? '' : ` (${exitCode})`}`.slice(
        0,
        MAX.call,
      ),
    )
    .join('\n')
}

/** The ledger in a few lines: what was run, edited, promised and left open. */
function summarise(evidence: Evidence): string {
  const { commands, edits, todos, claims, repository } = evidence
  const runs = commands
    .filter(
      ({ kind }) => kind === 'test' || kind === 'build' || kind === 'typecheck' || kind === 'lint',
    )
    .slice(-6)
  const open = todos.filter(({ state }) => state === 'pending' || state === 'in_progress')
  return [
    ...runs.map(
      (run) =>
        `step ${run.step} ${run.kind}: ${quoted(run.command)} ${run.result} ${quoted(run.gist)}`,
    ),
    `edits: ${edits.length}, last at step ${evidence.lastEditStep ?? 'none'}`,
    ...(repository === null
      ? []
      : [`files changed in the repository: ${repository.filesChanged.length}`]),
    ...(open.length === 0
      ? []
      : [`open todos: ${open.map(({ text }) => quoted(text)).join(', ')}`]),
    ...claims.map(({ kind, status }) => `claim ${kind}: ${status}`),
  ].join('\n')
}
