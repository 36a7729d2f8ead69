import * as z from 'zod/mini'
import type { Model, ModelReply } from '../../model.js'
import { callsOf } from '../../read/ledger/calls.js'
import { tailSafely } from '../../safety/clip-safely.js'
import { fence } from '../../safety/fence.js'
import { redactText } from '../../safety/redact.js'
import type { CommandRun, Evidence } from '../../schema/evidence.js'
import { Severity } from '../../schema/verdict.js'
import { fillSlots } from '../../util/fill-slots.js'
import { demandsToJudge } from './demands-to-judge.js'
import { quoted } from './feedback.js'
import type { StopFacts } from './facts.js'
import type { Judgement } from './verdict.js'
import { TASK_VERIFICATION_PROMPT } from './prompts/task-verification.js'
import { isCheck } from '../../read/shell/is-check.js'

/** Where a judge says that it sees it: a file and line, a step, or what it calls absent. */
const Pointer = z.object({
  file: z.optional(z.string()),
  line: z.optional(z.int()),
  step: z.optional(z.int()),
  absent: z.optional(z.string()),
})
export type Pointer = z.infer<typeof Pointer>

/** What the model answers. */
export const ModelVerdict = z.object({
  demands: z._default(
    z.array(
      z.object({
        demand: z.int(),
        status: z.enum(['met', 'not_met', 'unclear']),
        pointer: z._default(z.nullable(Pointer), null),
      }),
    ),
    [],
  ),
  waits_for_person: z._default(z.boolean(), false),
  complete: z.boolean(),
  severity: Severity,
  feedback: z._default(z.string(), ''),
  missing: z._default(z.array(z.string()), []),
  next_actions: z._default(z.array(z.string()), []),
  requires_human_action: z._default(z.boolean(), false),
})
export type ModelVerdict = z.infer<typeof ModelVerdict>

export interface ModelJudgeInput {
  facts: StopFacts
  judgement: Pick<Judgement, 'red'>
  /** The change, bounded; empty when the judge sees the ledger alone. */
  diff: string
  sessionId: string
  /** AGENTS.md or CLAUDE.md of the project; empty when there is none. */
  projectInstructions: string
  timeoutMs: number
  signal?: AbortSignal | undefined
}

const MAX = { task: 8000, result: 4000, call: 200, calls: 10, instructions: 1500, diff: 12_000 }

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
  facts,
  judgement,
  diff,
  projectInstructions,
}: Pick<ModelJudgeInput, 'facts' | 'judgement' | 'diff' | 'projectInstructions'>): string {
  const { evidence } = facts
  return fillSlots(TASK_VERIFICATION_PROMPT, {
    task: data(`${demanded(facts)}${numbered(evidence)}`, 'human messages', MAX.task),
    agent_response: data(evidence.lastMessage ?? '', 'the agent', MAX.result),
    tools_used: data(lastCalls(evidence), 'tool calls', MAX.calls * (MAX.call + 4)),
    evidence: [
      data(summarise(evidence, judgement), 'measured', MAX.result),
      ...(diff === '' ? [] : [`The change:\n${data(diff, 'diff', MAX.diff)}`]),
    ].join('\n'),
    project_instructions: data(projectInstructions, 'project instructions', MAX.instructions),
  })
}

const data = (text: string, source: string, maxChars: number): string =>
  text.trim() === '' ? 'none' : fence(redactText(text), { source, maxChars })

const numbered = ({ request }: Evidence): string =>
  request.messages.map(({ number, text }) => `[${number}] ${text}`).join('\n')

/** The demands with the numbers that the answer refers to. */
function demanded(facts: StopFacts): string {
  const demands = demandsToJudge(facts)
  if (demands.length === 0) return ''
  const lines = demands.map(
    ({ kind, state, sentence }, index) => `${index + 1}. ${kind}, ${state}: ${quoted(sentence)}`,
  )
  return `Demands:\n${lines.join('\n')}\nMessages:\n`
}

const lastCalls = (evidence: Evidence): string =>
  callsOf(evidence)
    .slice(-MAX.calls)
    .map(({ tool, action, status, exitCode }) => {
      const code = exitCode === null ? '' : ` (${exitCode})`
      return `${tool}: ${action} → ${status}${code}`.slice(0, MAX.call)
    })
    .join('\n')

/** The ledger in a few lines: what was run and printed, edited, promised, left open, and noted by gates. */
function summarise(evidence: Evidence, { red }: Pick<Judgement, 'red'>): string {
  const { commands, edits, todos, claims, repository } = evidence
  const runs = commands.filter(isCheck).slice(-6)
  const open = todos.filter(({ state }) => state === 'pending' || state === 'in_progress')
  return [
    ...runs.map(
      (run) =>
        `step ${run.step} ${run.kind}: ${quoted(run.command)} ${run.result} ${quoted(tailOf(run, evidence))}`,
    ),
    `edits: ${edits.length}, last at step ${evidence.lastEditStep ?? 'none'}`,
    ...(repository === null
      ? []
      : [`files changed in the repository: ${repository.filesChanged.length}`]),
    ...(open.length === 0
      ? []
      : [`open todos: ${open.map(({ text }) => quoted(text)).join(', ')}`]),
    ...claims.map(({ kind, status, quote }) => `claim ${kind}: ${status} ${quoted(quote)}`),
    ...red.map(({ gate, fact }) => `gate ${gate}: ${fact}`),
  ].join('\n')
}

/** The end of what a check printed; where that is not kept, the line that says how it ended. */
const tailOf = (run: CommandRun, evidence: Evidence): string =>
  tailSafely(callsOf(evidence).find(({ step }) => step === run.step)?.output ?? '', 300) || run.gist
