import type { Config } from '../schema/config.js'
import type { TokenUsage } from '../schema/token-usage.js'

export type Price = Config['models']['prices'][string]

/** Of a model in US dollars per million tokens: input, output, read from the cache, put into it, also for an hour. */
type Row = readonly [
  model: string,
  input: number,
  output: number,
  read: number,
  write: number,
  hour?: number,
]

/** What providers asked on a day. Prices change: `models.prices` in the config replaces them. */
const PRICES: Readonly<Record<string, readonly Row[]>> = {
  '2025-10-01': [
    ['claude-opus-4-1', 15, 75, 1.5, 18.75, 30],
    ['claude-opus-4', 15, 75, 1.5, 18.75, 30],
    ['claude-sonnet-4-5', 3, 15, 0.3, 3.75, 6],
    ['claude-sonnet-4', 3, 15, 0.3, 3.75, 6],
    ['claude-3-7-sonnet', 3, 15, 0.3, 3.75, 6],
    ['claude-3-5-sonnet', 3, 15, 0.3, 3.75, 6],
    ['claude-haiku-4-5', 1, 5, 0.1, 1.25, 2],
    ['claude-3-5-haiku', 0.8, 4, 0.08, 1, 1.6],
    ['claude-3-haiku', 0.25, 1.25, 0.03, 0.3, 0.5],
    ['gpt-5', 1.25, 10, 0.125, 1.25],
    ['gpt-5-codex', 1.25, 10, 0.125, 1.25],
    ['gpt-5-mini', 0.25, 2, 0.025, 0.25],
    ['gpt-5-nano', 0.05, 0.4, 0.005, 0.05],
    ['gpt-4.1', 2, 8, 0.5, 2],
    ['gpt-4.1-mini', 0.4, 1.6, 0.1, 0.4],
    ['gpt-4.1-nano', 0.1, 0.4, 0.025, 0.1],
    ['gpt-4o', 2.5, 10, 1.25, 2.5],
    ['gpt-4o-mini', 0.15, 0.6, 0.075, 0.15],
    ['gpt-3.5-turbo', 0.5, 1.5, 0.5, 0.5],
    ['gemini-2.5-pro', 1.25, 10, 0.125, 1.25],
    ['gemini-2.5-flash', 0.3, 2.5, 0.03, 0.3],
    ['gemini-2.5-flash-lite', 0.1, 0.4, 0.01, 0.1],
    ['gemini-2.0-flash', 0.1, 0.4, 0.025, 0.1],
    ['gemini-1.5-flash', 0.075, 0.3, 0.01875, 0.075],
  ],
  '2026-02-10': [
    ['claude-opus-4-6', 5, 25, 0.5, 6.25, 10],
    ['claude-opus-4-5', 5, 25, 0.5, 6.25, 10],
    ['gpt-5.1', 1.25, 10, 0.125, 1.25],
    ['gpt-5.1-codex', 1.25, 10, 0.125, 1.25],
    ['gpt-5.1-codex-mini', 0.25, 2, 0.025, 0.25],
    ['gpt-5.2', 1.75, 14, 0.175, 1.75],
    ['gemini-3-pro', 2, 12, 0.2, 2],
    ['gemini-3-flash', 0.5, 3, 0.05, 0.5],
  ],
}

/** The day of the newest rows. */
export const PRICES_AS_OF = Object.keys(PRICES).toSorted().at(-1)!

/** By model; of several rows the newest. */
const KNOWN: ReadonlyMap<string, Price> = new Map(
  Object.keys(PRICES)
    .toSorted()
    .flatMap((day) => PRICES[day]!)
    .map(([model, input, output, read, write, hour = write]) => [
      model,
      {
        inputUsdPerMillion: input,
        outputUsdPerMillion: output,
        cacheReadUsdPerMillion: read,
        cacheWriteUsdPerMillion: write,
        cacheWriteHourUsdPerMillion: hour,
      },
    ]),
)

/** What a name carries besides the model: a date, `latest`, `preview`, a revision. */
const REVISION = /(?:-\d{4}-?\d{2}-?\d{2}|-latest|-preview|-\d{3}|@\d+)$/

/** The price of a model; null when unknown. What the config says comes first. */
export function findPrice(model: string, own: Config['models']['prices']): Price | null {
  const plain = model.replace(REVISION, '')
  for (const name of [model, plain]) if (Object.hasOwn(own, name)) return own[name]!
  return KNOWN.get(model) ?? KNOWN.get(plain) ?? null
}

/** US dollars; null when the price or a count is unknown. */
export function costOf(
  price: Price | null,
  inputTokens: number | null,
  outputTokens: number | null,
): number | null {
  if (price === null || inputTokens === null || outputTokens === null) return null
  return costOfUsage(price, {
    input: inputTokens,
    output: outputTokens,
    cacheRead: 0,
    cacheWrite: 0,
  })
}

/** US dollars. What a person's own price leaves out of the cache is paid as input. */
export function costOfUsage(price: Price, used: TokenUsage): number {
  const { inputUsdPerMillion, outputUsdPerMillion } = price
  const {
    cacheReadUsdPerMillion = inputUsdPerMillion,
    cacheWriteUsdPerMillion = inputUsdPerMillion,
    cacheWriteHourUsdPerMillion = cacheWriteUsdPerMillion,
  } = price
  const { cacheWriteHour: hour = 0 } = used
  return (
    (used.input * inputUsdPerMillion +
      used.cacheRead * cacheReadUsdPerMillion +
      (used.cacheWrite - hour) * cacheWriteUsdPerMillion +
      hour * cacheWriteHourUsdPerMillion +
      used.output * outputUsdPerMillion) /
    1_000_000
  )
}
