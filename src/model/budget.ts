import type { Config } from '../schema/config.js'
import type { Spending, Spent } from '../schema/model-call.js'

export type Budget = Config['models']['budget']

/** After its time limit a live process settles at once; this is for a busy machine. */
const SETTLE_MS = 30_000

/**
 * Why a call that may take this much is not made; null when it may be. `usd` is null where the
 * price is unknown: then tokens alone are counted.
 */
export function refuseByBudget(
  wanted: { timeMs: number; tokens: number; usd: number | null },
  spending: Spending,
  budget: Budget,
): string | null {
  const none: Spent = { timeMs: 0, tokens: 0, usd: 0 }
  const scopes = [
    { scope: 'call', limit: budget.call, spent: none },
    { scope: 'session', limit: budget.session, spent: spending.session },
    { scope: 'day', limit: budget.day, spent: spending.day },
  ]
  const asked: Spent = { ...wanted, usd: wanted.usd ?? 0 }
  for (const { scope, limit, spent } of scopes) {
    for (const unit of ['timeMs', 'tokens', 'usd'] as const) {
      if (unit === 'usd' && wanted.usd === null) continue
      if (spent[unit] + asked[unit] <= limit[unit]) continue
      return `models.budget.${scope}.${unit}: ${show(spent[unit])} spent, up to ${show(asked[unit])} more wanted, ${show(limit[unit])} allowed`
    }
  }
  return null
}

const show = (amount: number): string => String(Number(amount.toFixed(6)))

/** UTC midnight, and the instant before which a reservation's process is dead. */
export function budgetWindow(
  now: Date,
  budget: Budget,
): { dayStart: string; reservedSince: string } {
  const oldest = now.getTime() - budget.call.timeMs - SETTLE_MS
  return {
    dayStart: `${now.toISOString().slice(0, 10)}T00:00:00.000Z`,
    reservedSince: new Date(oldest).toISOString(),
  }
}

/**
 * Tokens of a text before they were counted, rather too many: that only ends a budget a little
 * early, while too few would overspend it.
 */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 2.5)
