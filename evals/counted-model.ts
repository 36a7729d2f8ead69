import type { Model, ModelReply } from '../src/model.js'

/** What the calls of one suite took. */
export interface EvalCost {
  calls: number
  failed: number
  inputTokens: number
  outputTokens: number
  /** US dollars; calls whose price is unknown add nothing. */
  usd: number
  unpriced: number
  durationMs: number
}

/** The model, and a sum of what it takes from now on. */
export function countedModel(model: Model): { model: Model; cost: EvalCost } {
  const cost: EvalCost = {
    calls: 0,
    failed: 0,
    inputTokens: 0,
    outputTokens: 0,
    usd: 0,
    unpriced: 0,
    durationMs: 0,
  }
  const count = <T>(reply: ModelReply<T>): ModelReply<T> => {
    cost.calls += 1
    if (reply.outcome !== 'ok') cost.failed += 1
    cost.inputTokens += reply.call?.inputTokens ?? 0
    cost.outputTokens += reply.call?.outputTokens ?? 0
    cost.usd += reply.call?.cost ?? 0
    if (reply.outcome === 'ok' && reply.call.cost === null) cost.unpriced += 1
    cost.durationMs += reply.call?.durationMs ?? 0
    return reply
  }
  return {
    cost,
    model: {
      text: async (request) => count(await model.text(request)),
      object: async (request) => count(await model.object(request)),
    },
  }
}
