import { expect, it } from 'vitest'
import { costOfUsage, findPrice } from './prices.js'

const used = { input: 1_000_000, cacheRead: 1_000_000, cacheWrite: 1_000_000, output: 1_000_000 }
const own = { 'my-model': { inputUsdPerMillion: 2, outputUsdPerMillion: 8 } }

it.each([
  { model: 'claude-opus-4-5-20251101', usd: 5 + 0.5 + 6.25 + 25 },
  { model: 'claude-opus-4-6', usd: 5 + 0.5 + 6.25 + 25 },
  { model: 'gemini-3-flash-preview', usd: 0.5 + 0.05 + 0.5 + 3 },
  { model: 'my-model', usd: 2 + 2 + 2 + 8 },
  { model: 'a-model-of-tomorrow', usd: null },
  { model: '<synthetic>', usd: null },
  { model: 'constructor', usd: null },
])('a million of each kind of tokens of $model costs $usd', ({ model, usd }) => {
  const price = findPrice(model, own)
  expect(price && costOfUsage(price, used)).toBe(usd)
})

it("prefers a person's own price, cached tokens too", () => {
  const mine = {
    'claude-opus-4-6': {
      inputUsdPerMillion: 1,
      outputUsdPerMillion: 1,
      cacheReadUsdPerMillion: 0,
      cacheWriteUsdPerMillion: 0,
    },
  }
  expect(costOfUsage(findPrice('claude-opus-4-6', mine)!, used)).toBe(2)
})
