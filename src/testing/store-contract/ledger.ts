import assert from 'node:assert/strict'
import type { ModelCall, Spending, SpendingQuery } from '../../schema/model-call.js'
import type { Store } from '../../store.js'
import type { Specify } from './specify.js'
import { instant } from './samples.js'

const call = (fields: Partial<ModelCall>): ModelCall => ({
  id: 'call-1',
  sessionId: 'session-a',
  role: 'judge',
  backend: 'first',
  model: 'small',
  startedAt: instant(10),
  durationMs: 100,
  inputTokens: 30,
  outputTokens: 12,
  cost: 0.5,
  outcome: 'ok',
  reason: null,
  ...fields,
})

const add = (store: Store, ...calls: Partial<ModelCall>[]) =>
  store.add(
    calls.map((fields, index) => ({
      kind: 'model_call' as const,
      record: call({ id: `call-${index}`, ...fields }),
    })),
  )

async function readSpending(store: Store, query: Partial<SpendingQuery>): Promise<Spending | null> {
  let seen: Spending | null = null
  const asked = {
    sessionId: 'session-a',
    dayStart: instant(0),
    reservedSince: instant(0),
    ...query,
  }
  await store.bookCall(asked, (spending) => {
    seen = spending
    return call({ id: 'asking', outcome: 'refused_by_budget' })
  })
  return seen
}

export function ledgerContract(specify: Specify): void {
  specify('adds up nothing at first, and writes the line that was decided', async (store) => {
    const nothing = { timeMs: 0, tokens: 0, usd: 0 }
    assert.deepEqual(await readSpending(store, {}), { session: nothing, day: nothing })
    const line = call({ id: 'asking', outcome: 'refused_by_budget' })
    assert.deepEqual(await store.list('model_call'), [line])
  })

  specify('adds up calls of the session and of the day, whatever their end', async (store) => {
    await add(
      store,
      {},
      { outcome: 'failed', inputTokens: null, outputTokens: null, cost: null },
      { outcome: 'timeout', sessionId: 'session-b', cost: 0.25 },
      { sessionId: null, startedAt: instant(1) },
      { outcome: 'refused_by_budget', durationMs: 0 },
      { outcome: 'no_backend', durationMs: 0 },
    )
    assert.deepEqual(await readSpending(store, { dayStart: instant(5) }), {
      session: { timeMs: 200, tokens: 42, usd: 0.5 },
      day: { timeMs: 300, tokens: 84, usd: 0.75 },
    })
    assert.deepEqual((await readSpending(store, { sessionId: null }))?.session, {
      timeMs: 0,
      tokens: 0,
      usd: 0,
    })
  })

  specify('counts a reservation until it is settled or too old to be alive', async (store) => {
    await add(store, { outcome: 'reserved' })
    const usd = async (reservedSince: string) =>
      (await readSpending(store, { reservedSince }))?.session.usd
    assert.equal(await usd(instant(10)), 0.5)
    assert.equal(await usd(instant(11)), 0)
    await add(store, { outcome: 'ok', cost: 0.125 })
    assert.equal(await usd(instant(11)), 0.125)
  })

  specify('books nothing when the decision throws', async (store) => {
    const asked = { sessionId: null, dayStart: instant(0), reservedSince: instant(0) }
    await assert.rejects(
      store.bookCall(asked, () => {
        throw new Error('no')
      }),
    )
    assert.deepEqual(await store.list('model_call'), [])
  })

  specify('lets no two bookings see the same spending', async (store) => {
    const asked = { sessionId: 'session-a', dayStart: instant(0), reservedSince: instant(0) }
    const book = (id: string) =>
      store.bookCall(asked, (spending) =>
        call({ id, outcome: spending!.day.usd < 1 ? 'reserved' : 'refused_by_budget' }),
      )
    const booked = await Promise.all(['a', 'b', 'c', 'd'].map(book))
    assert.deepEqual(
      booked.map(({ outcome }) => outcome),
      ['reserved', 'reserved', 'refused_by_budget', 'refused_by_budget'],
    )
  })
}
