/** A process that asks the model again and again: `spend <database> <url> <calls> <id>`. */
import { openSqliteStore } from '../../store/sqlite.js'
import { backendAt, openTestModel, request } from './open-test-model.js'

const [file = '', url = '', calls = '0', id = ''] = process.argv.slice(2)
const store = await openSqliteStore(file)
let count = 0
const { model } = await openTestModel(
  {
    backends: { only: backendAt(url, 'openai') },
    prices: { 'test-model': { inputUsdPerMillion: 1000, outputUsdPerMillion: 1000 } },
    budget: {
      call: { usd: 1e6, tokens: 1e9, timeMs: 60_000 },
      session: { usd: 1e6, tokens: 1e9, timeMs: 1e9 },
      day: { usd: 20, tokens: 1e9, timeMs: 1e9 },
    },
  },
  { store, nextId: () => `${id}-${(count += 1)}` },
)
const outcomes: Record<string, number> = {}
for (let n = 0; n < Number(calls); n += 1) {
  const { outcome } = await model.text(request({ sessionId: id }))
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
}
process.stdout.write(JSON.stringify(outcomes))
await store.close()
