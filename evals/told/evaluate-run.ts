/**
 * How well a whole run did its task: task, trace and output come in, a score from 0 to 5 goes out.
 * Rules first: the same gates that judge a stop. A model may lower a score and may tell apart what the
 * rules call done; it never lifts what a fact holds down.
 */
import * as z from 'zod/mini'
import { mayBeEditedSince } from '../../src/read/ledger/order.js'
import type { Model, ModelReply } from '../../src/model.js'
import { fence, quoteFact } from '../../src/safety/fence.js'
import { redactText } from '../../src/safety/redact.js'
import type { Evidence } from '../../src/schema/evidence.js'
import { fillSlots } from '../../src/util/fill-slots.js'
import { describeFact } from '../../src/moments/stop/feedback.js'
import type { Judgement } from '../../src/moments/stop/verdict.js'
import { AGENT_EVALUATION_PROMPT } from '../prompts/agent-evaluation.js'
import { judgeTold } from './judge-told.js'
import { readToolCalls } from './read-tool-calls.js'
import { toldFacts } from './stop-case.js'
import type { ToldFacts } from './stop-case.js'
import { isReport } from '../../src/read/prose/is-report.js'
import { toldText } from './told-values.js'
import type { ToldCase } from './told-values.js'
import { checkTold } from './told-case.js'
import type { ToldContract } from './told-case.js'

/** By score: `RUN_VERDICTS[5]` is COMPLETE. */
const RUN_VERDICTS = [
  'NO_ATTEMPT',
  'FAILED',
  'ATTEMPTED',
  'PARTIAL',
  'MOSTLY_COMPLETE',
  'COMPLETE',
] as const

/** A whole run, told in words. */
export interface RunInput {
  task: string
  /**
   * A text with one step a line (`1. [Edit] Changed src/a.ts`), a list of texts, or objects such as
   * `{name, input, output, exit}`.
   */
  trace?: string | readonly unknown[] | null
  /** What the agent said at the end. */
  output?: string | null
}

export const RUN_CASE: ToldContract = {
  variables: { task: 'text', trace: 'calls', output: 'text' },
  needed: ['task'],
}

/** How well a run did its task. */
export interface RunEvaluation {
  /** 0 to 5. */
  score: number
  verdict: (typeof RUN_VERDICTS)[number]
  feedback: string
  recommendations: string[]
  /** `rules`, or the model's name. */
  judge: string
}

/** Who scores a run, and for how long. */
export interface EvaluateOptions {
  /** @default none: rules alone */
  model?: Model | null
  /** @default 60000 */
  timeoutMs?: number
  sessionId?: string | null
}

/** Scores a run that is told in words; throws `usage` for one that can't be read. */
export async function evaluateRun(
  run: RunInput,
  { model = null, timeoutMs = 60_000, sessionId = null }: EvaluateOptions = {},
): Promise<RunEvaluation> {
  const byRules = evaluateByRules(run)
  if (model === null) return byRules
  const reply = await askEvaluation(run, { model, timeoutMs, sessionId })
  return reply.outcome === 'ok' ? combine(byRules, reply.value, reply.call.model) : byRules
}

/** The model's score alone, which no rule has looked at. */
export function askEvaluation(
  run: RunInput,
  {
    model,
    timeoutMs = 60_000,
    sessionId = null,
  }: Omit<EvaluateOptions, 'model'> & { model: Model },
): Promise<ModelReply<z.infer<typeof Reply>>> {
  const prompt = fillSlots(AGENT_EVALUATION_PROMPT, {
    task: data(run.task, 'task'),
    trace: data(traceText(run.trace), 'trace'),
    output: data(run.output ?? '', 'the agent'),
  })
  return model.object({ role: 'judge', prompt, schema: Reply, sessionId, timeoutMs })
}

const traceText = (trace: RunInput['trace']): string =>
  typeof trace === 'string'
    ? trace
    : (trace ?? [])
        .map((step) => (typeof step === 'string' ? step : JSON.stringify(step)))
        .join('\n')

const data = (text: string, source: string): string =>
  text.trim() === '' ? 'none' : fence(redactText(text), { source, maxChars: 6000 })

const Reply = z.object({
  score: z.number().check(z.gte(0), z.lte(5)),
  feedback: z._default(z.string(), ''),
  recommendations: z._default(z.array(z.string()), []),
})

function combine(rules: RunEvaluation, model: z.infer<typeof Reply>, judge: string): RunEvaluation {
  const score = Math.min(Math.round(model.score), rules.score)
  if (score === rules.score) return { ...rules, judge }
  return {
    ...toEvaluation(score, quoteFact(model.feedback), model.recommendations.map(quoteFact)),
    judge,
  }
}

/** The rules alone. */
export function evaluateByRules(run: RunInput): RunEvaluation {
  const told = run as unknown as ToldCase
  checkTold(told, RUN_CASE)
  const facts = toldFacts({
    task: toldText(told, 'task'),
    tools: readToolCalls(run.trace, 'trace'),
    message: toldText(told, 'output'),
  })
  const judgement = judgeTold(facts)
  if (judgement.complete === true) return finished(facts)
  const sharpest = judgement.red.find(({ counts }) => counts)
  const feedback = sharpest === undefined ? `${judgement.reason}.` : describeFact(sharpest)
  return toEvaluation(unfinishedScore(judgement, facts), feedback, judgement.nextActions)
}

function finished({ evidence }: ToldFacts): RunEvaluation {
  if (isUnchecked(evidence)) {
    const advice = 'Run a check after the last edit and show what it prints.'
    return toEvaluation(4, 'It says it is done, but nothing checked the changed code.', [advice])
  }
  return toEvaluation(5, 'Everything that was asked for is done.', [])
}

/** Existing code was changed, and nothing was run after it. New files and texts speak for themselves. */
function isUnchecked(evidence: Evidence): boolean {
  const { edits, commands } = evidence
  const isChange = edits.some(({ inert, creates }) => !inert && !creates)
  return isChange && !commands.some((run) => !mayBeEditedSince(run, evidence))
}

/** A claim without any work, a failure and a wrong place are worth less than a part of the work. */
function unfinishedScore(
  { severity }: Judgement,
  { evidence, closing, refused }: ToldFacts,
): number {
  const hasActed = evidence.edits.length + evidence.commands.length > 0
  if (evidence.totals.toolCalls === 0) return closing.sentences.some(isReport) ? 1 : 0
  if (!hasActed) return refused === null ? 2 : 1
  return severity === 'MEDIUM' && evidence.edits.length > 0 ? 3 : 2
}

const toEvaluation = (
  score: number,
  feedback: string,
  recommendations: string[],
): RunEvaluation => ({
  score,
  verdict: RUN_VERDICTS[score]!,
  feedback,
  recommendations,
  judge: 'rules',
})
