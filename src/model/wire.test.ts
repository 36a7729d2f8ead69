import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  KEY_ENV,
  PLANTED_KEY,
  WIRES,
  backendAt,
  dumpStore,
  openTestModel,
  request,
} from './__fixtures__/open-test-model.js'
import { useWireServer } from './__fixtures__/wire-server.js'
import type { Turn } from './__fixtures__/wire-server.js'

const Answer = z.strictObject({ complete: z.boolean(), feedback: z.string() })
const GOOD = { complete: false, feedback: 'run "npm test" {again}' }
const LIMIT_MS = 400

const server = useWireServer()

async function askObject(wire: (typeof WIRES)[number], turns: Turn[], timeoutMs = LIMIT_MS) {
  server.turns = turns
  const { model, store } = await openTestModel({
    backends: { only: backendAt(server.url, wire) },
  })
  const reply = await model.object({ ...request({ timeoutMs }), schema: Answer })
  const seen = { ...reply, calls: await store.list('model_call', { order: 'oldest' }) }
  const everything = JSON.stringify(reply) + (await dumpStore(store))
  await store.close()
  return { reply: seen, everything, asked: server.requests.length }
}

/** A refusal in a shape that each of the formats reads. */
const refusal = (code: number, message: string): string =>
  JSON.stringify({
    type: 'error',
    error: { type: 'some_error', message, code, status: 'REFUSED', param: null },
  })
const echoesKey = refusal(401, `invalid x-api-key: ${PLANTED_KEY}`)
const busy = refusal(429, 'slow down')

const CASES: {
  what: string
  turns: Turn[]
  outcome: string
  failure?: string
  reason?: RegExp
  asked: number
}[] = [
  { what: 'structured output', turns: [{ say: GOOD }], outcome: 'ok', asked: 1 },
  {
    what: '429 with a short retry-after',
    turns: [{ status: 429, headers: { 'retry-after-ms': '5' }, body: busy }, { say: GOOD }],
    outcome: 'ok',
    asked: 2,
  },
  {
    what: '429 with a retry-after beyond the limit',
    turns: [{ status: 429, headers: { 'retry-after': '30' }, body: busy }],
    outcome: 'failed',
    failure: 'rate_limited',
    reason: /answered 429: .*slow down/,
    asked: 1,
  },
  {
    what: 'one 500',
    turns: [{ status: 500, body: '{}' }, { say: GOOD }],
    outcome: 'ok',
    asked: 2,
  },
  {
    what: '500 again and again',
    turns: [{ status: 500, body: 'not even JSON' }],
    outcome: 'failed',
    failure: 'unavailable',
    reason: /answered 500/,
    asked: 3,
  },
  {
    what: 'a hang',
    turns: [{ hang: true }],
    outcome: 'timeout',
    failure: 'timeout',
    reason: /^only \(test-model\): no answer within \d+ ms$/,
    asked: 1,
  },
  {
    what: 'a body that breaks off',
    turns: [{ say: GOOD, cut: true }],
    outcome: 'failed',
    failure: 'truncated',
    reason: /broken answer|terminated|other side closed/,
    asked: 3,
  },
  {
    what: 'an answer that was cut at its limit',
    turns: [{ say: '{"complete":', full: true }],
    outcome: 'failed',
    failure: 'truncated',
    reason: /cut at maxTokens/,
    asked: 1,
  },
  {
    what: 'JSON that does not fit, fixed on a second try',
    turns: [{ say: '{"complete":"maybe"}' }, { say: JSON.stringify(GOOD) }],
    outcome: 'ok',
    asked: 2,
  },
  {
    what: 'JSON that does not fit, twice',
    turns: [{ say: '{"complete":"maybe"}' }],
    outcome: 'failed',
    failure: 'unfit',
    reason: /^only: the answer does not fit, asked twice: complete: /,
    asked: 2,
  },
  {
    what: 'prose around JSON',
    turns: [{ say: `Well {sure}:\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\`\nHope it helps!` }],
    outcome: 'ok',
    asked: 1,
  },
  {
    what: 'two objects',
    turns: [{ say: `Draft: {"complete":true,"feedback":""}\nFinal: ${JSON.stringify(GOOD)}` }],
    outcome: 'ok',
    asked: 1,
  },
  {
    what: 'an expired key',
    turns: [{ status: 401, body: echoesKey }],
    outcome: 'failed',
    failure: 'key_refused',
    reason: new RegExp(`refused the key in ${KEY_ENV} \\(401\\)$`),
    asked: 1,
  },
  {
    what: 'a refusal that repeats the key',
    turns: [{ status: 400, body: echoesKey }],
    outcome: 'failed',
    failure: 'refused',
    reason: /answered 400: invalid x-api-key: \[redacted:key\]/,
    asked: 1,
  },
  {
    what: 'an empty answer',
    turns: [{ say: ' ' }],
    outcome: 'failed',
    failure: 'refused',
    reason: /empty/,
    asked: 1,
  },
  {
    what: 'a redirect to another place',
    turns: [{ status: 307, headers: { location: 'http://127.0.0.1:1/elsewhere' } }],
    outcome: 'failed',
    failure: 'unavailable',
    reason: /redirect/,
    asked: 3,
  },
]

describe.each(WIRES)('the wire format of %s', (wire) => {
  it('carries a good answer, and what it used', async () => {
    server.turns = [{ say: 'Fine — thanks.' }]
    const { model, store } = await openTestModel({
      backends: { only: backendAt(server.url, wire) },
      prices: { 'test-model': { inputUsdPerMillion: 1_000_000, outputUsdPerMillion: 0 } },
      budget: { call: { usd: 1e9 }, session: { usd: 1e9 }, day: { usd: 1e9 } },
    })
    const reply = await model.text(request())
    const { inputTokens, outputTokens } = server.billed
    expect(reply).toEqual({
      outcome: 'ok',
      value: 'Fine — thanks.',
      call: {
        id: 'call-0001',
        sessionId: 'session-a',
        role: 'lesson',
        backend: 'only',
        model: 'test-model',
        startedAt: '2030-01-01T12:00:00.000Z',
        durationMs: expect.any(Number),
        inputTokens,
        outputTokens,
        cost: inputTokens,
        outcome: 'ok',
        reason: null,
      },
    })
    expect(await store.list('model_call')).toEqual([reply.call])
    expect(JSON.stringify(server.requests[0]?.headers)).toContain(PLANTED_KEY)
  })

  it.each(CASES)('meets $what', async ({ turns, outcome, failure, reason, asked }) => {
    const seen = await askObject(wire, [...turns])
    expect(seen.reply).toMatchObject(
      outcome === 'ok' ? { outcome, value: GOOD } : { outcome, failure },
    )
    expect((seen.reply as { reason?: string }).reason ?? '').toMatch(reason ?? /^$/)
    expect(seen.asked).toBe(asked)
    expect(seen.reply.calls.filter((call) => call.outcome === 'reserved')).toEqual([])
    expect(seen.everything).not.toContain(PLANTED_KEY)
  })

  it('sends the schema along', async () => {
    await askObject(wire, [{ say: GOOD }])
    expect(server.requests[0]?.body).toContain('feedback')
  })

  it('does not repeat a key that no header can carry', async () => {
    const key = `${PLANTED_KEY}\n${PLANTED_KEY}`
    const { model, store } = await openTestModel(
      { backends: { only: backendAt(server.url, wire) } },
      { env: { [KEY_ENV]: key } },
    )
    const reply = await model.text(request())
    expect(reply).toMatchObject({ outcome: 'failed', failure: 'unavailable' })
    expect(JSON.stringify(reply) + (await dumpStore(store))).not.toContain(PLANTED_KEY)
  })

  it('stops reading an answer without end', async () => {
    const seen = await askObject(wire, [{ say: 'x'.repeat(9 * 1024 * 1024) }], 20_000)
    expect(seen.reply).toMatchObject({ outcome: 'failed', failure: 'too_large' })
  })
})
