import type { AgentSpent } from '../schema/agent-cost.js'

/** `1,234,567 tokens (90 % from the cache), $1.20`; without dollars where no price is known. */
export function spentText({ tokens, cacheRead, usd, unpriced }: AgentSpent): string {
  const cached =
    cacheRead === 0 ? '' : ` (${Math.round((cacheRead / tokens) * 100)} % from the cache)`
  return `${tokens.toLocaleString('en')} tokens${cached}, ${moneyText({ tokens, usd, unpriced })}`
}

/** Dollars; "at least" where some of the models have no known price. */
export function moneyText({
  tokens,
  usd,
  unpriced,
}: Pick<AgentSpent, 'tokens' | 'usd' | 'unpriced'>): string {
  if (unpriced === tokens) return 'price not known'
  return `${unpriced > 0 ? 'at least ' : ''}$${usd.toFixed(2)}`
}
