/**
 * The model port over any number of backends. A role's backends are asked in order until one
 * answers; one that failed is passed over for a while. Prompts are redacted before any backend sees
 * them, answers first. An answer that does not fit its schema is sent back once.
 */
import { clipSafely } from '../safety/clip-safely.js'
import * as z from 'zod/mini'
import type { Model, ModelFailure, ModelReply, ModelRequest } from '../model.js'
import { hideHome } from '../safety/home-path.js'
import { redactText } from '../safety/redact.js'
import type { Config } from '../schema/config.js'
import type { ModelCall, ModelRole } from '../schema/model-call.js'
import { askBackend } from './ask-backend.js'
import type { AskDeps, AskResult } from './ask-backend.js'
import type { Backend } from './backend.js'
import { noteFailure, noteSuccess, readBreaker } from './breaker.js'
import { fitAnswer } from './fit-answer.js'
import type { Fitted } from './fit-answer.js'

export interface PoolInput extends AskDeps {
  models: Config['models']
  /** The home directory, which no prompt and no answer names. @default hides none */
  home?: string
  /** The backends of a role by name, in the order in which they are asked. */
  namesOf(role: ModelRole): readonly string[]
  /** The backend of that name; null when it can't be had here. */
  open(name: string): Backend | null
}

const MAX_TOKENS = 4096
const SAID_FOR_MS = 7 * 24 * 60 * 60 * 1000

export function openPool(pool: PoolInput): Model {
  return {
    text: (request) => ask(pool, request, null, (text) => ({ ok: true, value: clean(text, pool) })),
    object: ({ schema, ...request }) =>
      ask(pool, request, toJsonSchema(schema), (text) => fitAnswer(text, schema)),
  }
}

const clean = (text: string, { home = '' }: PoolInput): string => redactText(hideHome(home)(text))

function toJsonSchema(schema: z.ZodMiniType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    unrepresentable: 'any',
  })
  return rest
}

type Read<T> = (text: string) => Fitted<T>
type Failed = Extract<ModelReply<never>, { failure: unknown }>

async function ask<T>(
  pool: PoolInput,
  request: ModelRequest,
  schema: Record<string, unknown> | null,
  read: Read<T>,
): Promise<ModelReply<T>> {
  const deadline = performance.now() + request.timeoutMs
  const skipped: string[] = []
  let failed: Failed | null = null
  const safe = { ...request, prompt: clean(request.prompt, pool) }
  for (const name of pool.namesOf(request.role)) {
    const backend = pool.open(name)
    const why = backend === null ? 'there is none here' : await whyNot(pool, request.role, backend)
    if (backend === null || why !== null) {
      skipped.push(`${name}: ${why}`)
      continue
    }
    const reply = await askUntilFit(pool, backend, safe, schema, read, deadline)
    if (reply.outcome === 'ok') return reply
    failed = reply
    // Another backend would meet the same budget, the same ledger and the same caller.
    if (['budget', 'ledger', 'aborted'].includes(reply.failure)) break
    if (performance.now() >= deadline) break
  }
  return failed ?? noBackend(pool, request, skipped)
}

async function whyNot(pool: PoolInput, role: ModelRole, backend: Backend): Promise<string | null> {
  if (role === 'judge' && backend.isFast && !pool.models.fastForJudge) {
    return 'a fast model judges only with models.fastForJudge'
  }
  return readBreaker(pool.ledger, backend.name, pool.now()).catch(() => null)
}

/** The first answer, and if it does not fit, one more that was told why. */
async function askUntilFit<T>(
  pool: PoolInput,
  backend: Backend,
  request: ModelRequest,
  schema: Record<string, unknown> | null,
  read: Read<T>,
  deadline: number,
): Promise<ModelReply<T>> {
  const first = await askOnce(pool, backend, request, schema, deadline)
  if (!first.ok) return toFailed(first)
  const fitted = read(first.text)
  if (fitted.ok) return { outcome: 'ok', value: fitted.value, call: first.call }
  const prompt = clean(repairPrompt(request.prompt, first.text, fitted.problem), pool)
  const second = await askOnce(pool, backend, { ...request, prompt }, schema, deadline)
  if (!second.ok) return toFailed(second)
  const repaired = read(second.text)
  if (repaired.ok) return { outcome: 'ok', value: repaired.value, call: second.call }
  const reason = `${backend.name}: the answer does not fit, asked twice: ${clean(repaired.problem, pool)}`
  return { outcome: 'failed', failure: 'unfit', reason, call: second.call }
}

const MAX_QUOTED = 4000

const repairPrompt = (prompt: string, answer: string, problem: string): string =>
  `${prompt}\n\nYou answered:\n${clipSafely(answer, MAX_QUOTED)}\n\nThat can't be used: ${problem}.\nAnswer again, with the JSON alone.\n`

async function askOnce(
  pool: PoolInput,
  backend: Backend,
  request: ModelRequest,
  schema: Record<string, unknown> | null,
  deadline: number,
): Promise<AskResult> {
  const { role, prompt, sessionId, temperature = 0, maxTokens = MAX_TOKENS, signal } = request
  const limitMs = Math.min(
    Math.max(0, deadline - performance.now()),
    backend.timeoutMs ?? Number.POSITIVE_INFINITY,
    pool.models.budget.call.timeMs,
  )
  const asked = await askBackend(
    backend,
    { role, prompt, sessionId, schema, temperature, maxTokens, limitMs, signal },
    pool,
  )
  const note = asked.ok
    ? noteSuccess(pool.ledger, backend.name, pool.now())
    : noteFailure(pool.ledger, backend.name, asked, pool.now())
  // A breaker that can't be noted costs a try the next time, nothing else.
  await note.catch(() => undefined)
  return asked
}

function toFailed(asked: Extract<AskResult, { ok: false }>): Failed {
  const outcomes: Partial<Record<ModelFailure, Failed['outcome']>> = {
    budget: 'refused_by_budget',
    timeout: 'timeout',
  }
  const { failure, reason, call } = asked
  return { outcome: outcomes[failure] ?? 'failed', failure, reason, call }
}

/** Said in the ledger once a week for each role and reason, not at every event. */
async function noBackend(
  { ledger, now, nextId }: PoolInput,
  { role, sessionId }: ModelRequest,
  skipped: readonly string[],
): Promise<Failed> {
  const reason =
    skipped.length === 0
      ? `no model is configured for ${role}`
      : `no model for ${role}: ${skipped.join('; ')}`
  const failed = { outcome: 'no_backend', failure: 'no_backend', reason } as const
  const at = now()
  const key = `model:none:${role}:${skipped.length === 0 ? 'unset' : 'skipped'}`
  const expiresAt = new Date(at.getTime() + SAID_FOR_MS).toISOString()
  try {
    const nowText = at.toISOString()
    if ((await ledger.readCache(key, nowText)) !== null) return { ...failed, call: null }
    if (!(await ledger.claimCache(key, reason, { now: nowText, expiresAt }))) {
      return { ...failed, call: null }
    }
    const call = emptyCall({ id: nextId(), sessionId, role, startedAt: nowText, reason })
    await ledger.add([{ kind: 'model_call', record: call }])
    return { ...failed, call }
  } catch {
    return { ...failed, call: null }
  }
}

const emptyCall = (
  fields: Pick<ModelCall, 'id' | 'sessionId' | 'role' | 'startedAt' | 'reason'>,
): ModelCall => ({
  ...fields,
  backend: '',
  model: '',
  durationMs: 0,
  inputTokens: null,
  outputTokens: null,
  cost: null,
  outcome: 'no_backend',
})
