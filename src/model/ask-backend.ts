import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelFailure } from '../model.js'
import type { Config } from '../schema/config.js'
import type { ModelCall, ModelRole } from '../schema/model-call.js'
import type { Ask, Backend, Generation, Usage } from './backend.js'
import { budgetWindow, estimateTokens, refuseByBudget } from './budget.js'
import type { CallLedger } from './ledger.js'
import { costOf, findPrice } from '../data/prices.js'
import { clean } from './read-failure.js'
import { within } from './within.js'

export interface AskDeps {
  ledger: CallLedger
  models: Pick<Config['models'], 'budget' | 'prices'>
  now(): Date
  nextId(): string
  /**
   * Waits before the first, second … retry, unless the server names a longer one.
   * @default [500, 2000]
   */
  retryWaitsMs?: readonly number[]
}

export interface BackendAsk extends Omit<Ask, 'signal'> {
  role: ModelRole
  sessionId: string | null
  limitMs: number
  signal?: AbortSignal | undefined
}

export type AskResult =
  | { ok: true; text: string; call: ModelCall }
  | {
      ok: false
      failure: ModelFailure
      reason: string
      retryAfterMs?: number
      call: ModelCall | null
    }

const RETRY_WAITS_MS = [500, 2000]

/**
 * One prompt to one backend: the most that it may take is booked first, what it took replaces that
 * at the end. A budget that has not that much left, or a ledger that can't be written, means no call.
 */
export async function askBackend(
  backend: Backend,
  ask: BackendAsk,
  deps: AskDeps,
): Promise<AskResult> {
  if (ask.limitMs < 1) {
    return { ok: false, failure: 'timeout', reason: `${backend.name}: no time is left`, call: null }
  }
  let booked: ModelCall
  try {
    booked = await book(backend, ask, deps)
  } catch (error) {
    const reason = `the model-call ledger can't be written: ${clean(String((error as Error).message), [])}`
    return { ok: false, failure: 'ledger', reason, call: null }
  }
  if (booked.outcome !== 'reserved') {
    return { ok: false, failure: 'budget', reason: booked.reason ?? '', call: booked }
  }
  const { generation, durationMs } = await generate(backend, ask, deps)
  const call = settle(booked, generation, durationMs, deps)
  // The answer is worth more than its line: unsettled, the most that it may have cost stays booked.
  await deps.ledger.add([{ kind: 'model_call', record: call }]).catch(() => undefined)
  return generation.ok ? { ok: true, text: generation.text, call } : { ...generation, call }
}

function book(backend: Backend, ask: BackendAsk, deps: AskDeps): Promise<ModelCall> {
  const { models, now, nextId, ledger } = deps
  const startedAt = now()
  const inputTokens = estimateTokens(ask.prompt) + estimateTokens(JSON.stringify(ask.schema ?? ''))
  const cost = dearest(backend, inputTokens, ask.maxTokens, models.prices)
  const wanted = { timeMs: ask.limitMs, tokens: inputTokens + ask.maxTokens, usd: cost }
  const line: ModelCall = {
    id: nextId(),
    sessionId: ask.sessionId,
    role: ask.role,
    backend: backend.name,
    model: backend.model,
    startedAt: startedAt.toISOString(),
    durationMs: Math.ceil(ask.limitMs),
    inputTokens,
    outputTokens: ask.maxTokens,
    cost,
    outcome: 'reserved',
    reason: null,
  }
  const window = budgetWindow(startedAt, models.budget)
  return ledger.bookCall({ sessionId: ask.sessionId, ...window }, (spending) => {
    const refused =
      spending === null
        ? 'what was spent so far is not known: the store could not be opened'
        : refuseByBudget(wanted, spending, models.budget)
    return refused === null
      ? line
      : { ...line, ...NOTHING, outcome: 'refused_by_budget', reason: refused }
  })
}

/** The most that a call may cost; null when no price is known. */
function dearest(
  { model, pricedAs = [model] }: Backend,
  inputTokens: number,
  maxTokens: number,
  prices: Config['models']['prices'],
): number | null {
  const costs = pricedAs
    .map((name) => costOf(findPrice(name, prices), inputTokens, maxTokens))
    .filter((cost) => cost !== null)
  return costs.length === 0 ? null : Math.max(...costs)
}

const NOTHING = { durationMs: 0, inputTokens: null, outputTokens: null, cost: null }

async function generate(
  backend: Backend,
  ask: BackendAsk,
  deps: AskDeps,
): Promise<{ generation: Generation; durationMs: number }> {
  const started = performance.now()
  const ended = await within(ask.limitMs, ask.signal, (signal) =>
    withRetries(backend, { ...ask, signal }, started + ask.limitMs, deps),
  ).catch((error: unknown): { by: 'itself'; value: Generation } => ({
    by: 'itself',
    value: { ok: false, failure: 'unavailable', reason: clean(String(error), []) },
  }))
  const durationMs = Math.round(performance.now() - started)
  const who = `${backend.name} (${backend.model})`
  if (ended.by === 'itself') return { generation: ended.value, durationMs }
  const generation: Generation =
    ended.by === 'limit'
      ? {
          ok: false,
          failure: 'timeout',
          reason: `${who}: no answer within ${Math.round(ask.limitMs)} ms`,
        }
      : { ok: false, failure: 'aborted', reason: `${who}: the caller gave up` }
  return { generation, durationMs }
}

/** Again only for what may pass by itself, and only when the wait still fits the limit. */
async function withRetries(
  backend: Backend,
  ask: Ask,
  deadline: number,
  { retryWaitsMs = RETRY_WAITS_MS }: AskDeps,
): Promise<Generation> {
  for (let attempt = 0; ; attempt += 1) {
    const generation = await backend.generate(ask)
    if (generation.ok || generation.retryable !== true) return generation
    const wait = retryWaitsMs[attempt]
    if (wait === undefined) return generation
    const waitMs = Math.max(wait, generation.retryAfterMs ?? 0)
    if (performance.now() + waitMs >= deadline) return generation
    await sleep(waitMs, undefined, { signal: ask.signal }).catch(() => undefined)
    if (ask.signal.aborted) return generation
  }
}

function settle(
  booked: ModelCall,
  generation: Generation,
  durationMs: number,
  { models }: AskDeps,
): ModelCall {
  const usage: Usage | undefined = generation.usage
  const model = usage?.model ?? booked.model
  const inputTokens = usage?.inputTokens ?? null
  const outputTokens = usage?.outputTokens ?? null
  const cost = usage?.free ? 0 : costOf(findPrice(model, models.prices), inputTokens, outputTokens)
  const outcome = generation.ok ? 'ok' : generation.failure === 'timeout' ? 'timeout' : 'failed'
  return {
    ...booked,
    model,
    durationMs,
    inputTokens,
    outputTokens,
    cost,
    outcome,
    reason: generation.ok ? null : generation.reason,
  }
}
