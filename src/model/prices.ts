import type { Config } from '../schema/config.js'

export interface Price {
  inputUsdPerMillion: number
  outputUsdPerMillion: number
}

/** When the list below was right. Prices change: `models.prices` in the config replaces them. */
export const PRICES_AS_OF = '2025-10-01'

const price = (inputUsdPerMillion: number, outputUsdPerMillion: number): Price => ({
  inputUsdPerMillion,
  outputUsdPerMillion,
})

const PRICES: Readonly<Record<string, Price>> = {
  'claude-opus-4-1': price(15, 75),
  'claude-opus-4': price(15, 75),
  'claude-sonnet-4-5': price(3, 15),
  'claude-sonnet-4': price(3, 15),
  'claude-3-7-sonnet': price(3, 15),
  'claude-3-5-sonnet': price(3, 15),
  'claude-haiku-4-5': price(1, 5),
  'claude-3-5-haiku': price(0.8, 4),
  'claude-3-haiku': price(0.25, 1.25),
  'gpt-5': price(1.25, 10),
  'gpt-5-mini': price(0.25, 2),
  'gpt-5-nano': price(0.05, 0.4),
  'gpt-4.1': price(2, 8),
  'gpt-4.1-mini': price(0.4, 1.6),
  'gpt-4.1-nano': price(0.1, 0.4),
  'gpt-4o': price(2.5, 10),
  'gpt-4o-mini': price(0.15, 0.6),
  'gpt-3.5-turbo': price(0.5, 1.5),
  'gemini-2.5-pro': price(1.25, 10),
  'gemini-2.5-flash': price(0.3, 2.5),
  'gemini-2.5-flash-lite': price(0.1, 0.4),
  'gemini-2.0-flash': price(0.1, 0.4),
  'gemini-1.5-flash': price(0.075, 0.3),
}

/** What a name carries besides the model: a date, `latest`, a revision. */
const REVISION = /(?:-\d{4}-?\d{2}-?\d{2}|-latest|-\d{3}|@\d+)$/

/** The price of a model; null when unknown. What the config says comes first. */
export function findPrice(model: string, own: Config['models']['prices']): Price | null {
  const plain = model.replace(REVISION, '')
  for (const list of [own, PRICES]) {
    for (const name of [model, plain]) if (Object.hasOwn(list, name)) return list[name]!
  }
  return null
}

/** US dollars; null when the price or a count is unknown. */
export function costOf(
  price: Price | null,
  inputTokens: number | null,
  outputTokens: number | null,
): number | null {
  if (price === null || inputTokens === null || outputTokens === null) return null
  const { inputUsdPerMillion, outputUsdPerMillion } = price
  return (inputTokens * inputUsdPerMillion + outputTokens * outputUsdPerMillion) / 1_000_000
}
