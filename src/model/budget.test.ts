import { describe, expect, it } from 'vitest'
import { sumCalls } from '../sums/read-call-sums.js'
import type { ConfigInput } from '../schema/config.js'
import { openMemoryStore } from '../store/memory.js'
import { openSpoolStore } from '../store/spool-store.js'
import { backendAt, openTestModel, request } from './__fixtures__/open-test-model.js'
import { useWireServer } from './__fixtures__/wire-server.js'
import { budgetWindow, refuseByBudget } from './budget.js'

const spent = (timeMs: number, tokens: number, usd: number) => ({ timeMs, tokens, usd })
const NONE = spent(0, 0, 0)
const HUGE = spent(1e9, 1e9, 1e9)

describe('refuseByBudget', () => {
  const budget = {
    call: spent(1000, 100, 1),
    session: spent(2000, 200, 2),
    day: spent(3000, 300, 3),
  }
  it.each([
    { wanted: spent(1000, 100, 1), session: NONE, day: NONE, refused: null },
    {
      wanted: spent(1000, 100, 1),
      session: spent(1000, 100, 1),
      day: spent(2000, 200, 2),
      refused: null,
    },
    {
      wanted: spent(1001, 1, 0),
      session: NONE,
      day: NONE,
      refused: 'models.budget.call.timeMs: 0 spent, up to 1001 more wanted, 1000 allowed',
    },
    {
      wanted: spent(1, 2, 0),
      session: spent(0, 199, 0),
      day: NONE,
      refused: 'models.budget.session.tokens: 199 spent, up to 2 more wanted, 200 allowed',
    },
    {
      wanted: spent(1, 1, 0.1),
      session: NONE,
      day: spent(0, 0, 2.95),
      refused: 'models.budget.day.usd: 2.95 spent, up to 0.1 more wanted, 3 allowed',
    },
    {
      wanted: { timeMs: 1, tokens: 1, usd: null },
      session: NONE,
      day: spent(0, 0, 99),
      refused: null,
    },
  ])('of $session and $day, $wanted is $refused', ({ wanted, session, day, refused }) => {
    expect(refuseByBudget(wanted, { session, day }, budget)).toBe(refused)
  })

  it('counts from UTC midnight, and reservations for as long as a call may take', () => {
    expect(budgetWindow(new Date('2030-01-01T00:00:30.000Z'), budget)).toEqual({
      dayStart: '2030-01-01T00:00:00.000Z',
      reservedSince: '2029-12-31T23:59:59.000Z',
    })
  })
})

describe('a budget', () => {
  const server = useWireServer()

  const models = (budget: object): ConfigInput['models'] => ({
    backends: { only: backendAt(server.url, 'openai') },
    prices: { 'test-model': { inputUsdPerMillion: 1000, outputUsdPerMillion: 1000 } },
    budget: { call: HUGE, session: HUGE, day: HUGE, ...budget },
  })

  it.each([
    { budget: { call: { ...HUGE, tokens: 900 } }, reason: /^models\.budget\.call\.tokens: / },
    { budget: { call: { ...HUGE, usd: 0.9 } }, reason: /^models\.budget\.call\.usd: / },
    { budget: { session: { ...HUGE, usd: 0 } }, reason: /^models\.budget\.session\.usd: / },
    { budget: { day: { ...HUGE, timeMs: 5000 } }, reason: /^models\.budget\.day\.timeMs: / },
  ])('that would be exceeded means no call: $reason', async ({ budget, reason }) => {
    const { model, store } = await openTestModel(models(budget))
    const reply = await model.text(request())
    expect(reply).toMatchObject({
      outcome: 'refused_by_budget',
      failure: 'budget',
      reason: expect.stringMatching(reason),
      call: { durationMs: 0, inputTokens: null, outputTokens: null, cost: null },
    })
    expect(server.requests).toEqual([])
    expect(await store.list('model_call')).toEqual([reply.call])
  })

  it('is shared by calls that are under way', async () => {
    server.turns = [{ hang: true }]
    const store = await openMemoryStore()
    const one = { ...HUGE, tokens: 1500 }
    const controller = new AbortController()
    const open = (id: string) => openTestModel(models({ day: one }), { store, nextId: () => id })
    const first = (await open('a')).model.text(
      request({ signal: controller.signal, sessionId: null }),
    )
    const second = await (await open('b')).model.text(request({ sessionId: null }))
    expect(second).toMatchObject({ failure: 'budget' })
    controller.abort()
    await first
    expect(server.billed.calls).toBe(0)
  })

  it('gets back what a call did not use, and what a killed process had booked', async () => {
    const store = await openMemoryStore()
    const dead = {
      id: 'dead',
      sessionId: 'session-a',
      role: 'judge' as const,
      backend: 'only',
      model: 'test-model',
      startedAt: '2030-01-01T11:00:00.000Z',
      durationMs: 1000,
      inputTokens: 1000,
      outputTokens: 1000,
      cost: 1,
      outcome: 'reserved' as const,
      reason: null,
    }
    await store.add([{ kind: 'model_call', record: dead }])
    const call = { ...HUGE, timeMs: 60_000 }
    const { model } = await openTestModel(models({ call, session: { ...HUGE, tokens: 1600 } }), {
      store,
    })
    const outcomes = []
    for (let n = 0; n < 4; n += 1) outcomes.push((await model.text(request())).outcome)
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'ok'])
    const fresh = { ...dead, startedAt: '2030-01-01T11:59:50.000Z' }
    await store.add([{ kind: 'model_call', record: fresh }])
    expect(await model.text(request())).toMatchObject({ failure: 'budget' })
  })

  it('leaves a ledger whose sums are those of the server', async () => {
    server.turns = [{ say: 'a' }, { status: 500 }, { say: 'bb' }, { status: 401 }, { say: 'ccc' }]
    let now = Date.parse('2030-01-01T12:00:00.000Z')
    const { model, store } = await openTestModel(models({}), { now: () => new Date(now) })
    for (let n = 0; n < 6; n += 1) {
      await model.text(request())
      now += 10 * 60_000
    }
    const [sum] = await sumCalls(store, { by: 'model' })
    const { calls, inputTokens, outputTokens } = server.billed
    expect(sum).toMatchObject({ ok: calls, failed: 1, inputTokens, outputTokens, unsettled: 0 })
    expect(sum?.usd).toBeCloseTo((inputTokens + outputTokens) / 1000, 9)
  })

  it('that can not be looked up means no call', async () => {
    const store = openSpoolStore('/proc/none', () => 'id')
    const { model } = await openTestModel(models({}), { store })
    expect(await model.text(request())).toMatchObject({
      outcome: 'refused_by_budget',
      reason: expect.stringContaining('not known'),
    })
    expect(server.requests).toEqual([])
  })

  it('that can not be booked means no call', async () => {
    const store = await openMemoryStore()
    await store.close()
    const { model } = await openTestModel(models({}), { store })
    expect(await model.text(request())).toMatchObject({
      outcome: 'failed',
      failure: 'ledger',
      call: null,
    })
    expect(server.requests).toEqual([])
  })

  it('books the dearest of the models that a fast one may turn out to be', async () => {
    server.models = ['gpt-4o-mini']
    const { model } = await openTestModel({
      backends: { fast: backendAt(server.url, 'openai', 'fast') },
      budget: { call: { ...HUGE, usd: 0.0015 }, session: HUGE, day: HUGE },
    })
    // gpt-3.5-turbo would cost 1.5 dollars a million, and the prompt comes on top.
    expect(await model.text(request())).toMatchObject({ failure: 'budget' })
  })
})
