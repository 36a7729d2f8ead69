import { expect, it } from 'vitest'
import { makeSession } from '../../src/guard/__fixtures__/session.js'
import { toDueRow, NO_FACTS } from '../../src/moments/run/outcome/end-facts.js'
import type { AgentCost } from '../../src/schema/agent-cost.js'
import type { RecordWrite } from '../../src/schema/records.js'
import type { UsageRow } from '../../src/schema/token-usage.js'
import { readAgentCost } from '../../src/sums/agent-cost.js'
import { sampleWrite } from '../../src/testing/store-contract/samples.js'
import { openStore, openWorkspace } from '../../src/wiring/workspace.js'
import { openCli } from '../support/open-cli.js'

const AT = '2026-03-01T12:00:00.000Z'
const PRICED = 'claude-sonnet-4-5'

const used = (model: string | null, input: number, fields: Partial<UsageRow> = {}): UsageRow => ({
  model,
  day: '2026-03-01',
  input,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
  ...fields,
})

const settled = (
  sessionId: string,
  end: { status: string; basis?: string },
  usage: UsageRow[],
): RecordWrite => {
  const write = sampleWrite('session_outcome', { id: `o-${sessionId}`, sessionId, at: AT })
  return { ...write, record: { ...write.record, ...end, usage } } as RecordWrite
}

const looped = (sessionId: string): RecordWrite => {
  const write = sampleWrite('interaction', { id: `loop-${sessionId}`, sessionId, at: AT })
  return { ...write, record: { ...write.record, action: 'stall_loop' } } as RecordWrite
}

/** One that ended well and was reverted later, one that ended red, one that goes in circles and is not settled. */
const SESSIONS: Readonly<Record<string, RecordWrite[]>> = {
  good: [
    settled('good', { status: 'failed', basis: 'later_fix' }, [
      used(PRICED, 1_000_000, { cacheRead: 2_000_000 }),
    ]),
  ],
  red: [settled('red', { status: 'failed' }, [used('own-model', 500, { output: 100 })])],
  live: [
    {
      kind: 'due',
      record: toDueRow(
        'live',
        { ...NO_FACTS, usage: [used(PRICED, 0, { output: 1_000_000 })] },
        AT,
      ),
    },
    looped('live'),
  ],
}

async function openUsed() {
  const cli = openCli()
  const { root: cwd, env, home } = cli
  const input = { cwd, env, home, platform: process.platform, now: new Date() }
  const store = await openStore(await openWorkspace(input), { busyTimeoutMs: 1000, drainRows: 0 })
  for (const [sessionId, writes] of Object.entries(SESSIONS)) {
    await store.transact({ sessionId, key: null }, () => ({
      state: makeSession({ sessionId, agent: 'claude-code', turnEnd: 'reflected', updatedAt: AT }),
      events: [],
      writes,
      result: null,
    }))
  }
  return { cli, store }
}

const EXPECTED = {
  // 1 M × $3 + 2 M × $0.30 + 1 M × $15
  all: { input: 1_000_500, cacheRead: 2_000_000, output: 1_000_100, usd: 18.6, unpriced: 600 },
  red: { tokens: 600, usd: 0, unpriced: 600 },
  loops: { tokens: 1_000_000, usd: 15, unpriced: 0 },
}

it('adds up what agents used, from the sums and from the sessions alike', async () => {
  const { cli, store } = await openUsed()
  const sums = await readAgentCost(store, { by: 'model', prices: {} })
  await store.close()
  expect(sums).toMatchObject(EXPECTED)
  const { out } = await cli.run(['cost', '--agents', '--json'])
  const { all, groups, red, loops } = JSON.parse(out) as AgentCost
  expect({ all, groups, red, loops }).toEqual(sums)
})

it('counts no session twice when it is settled, or goes on', async () => {
  const { store } = await openUsed()
  const before = await readAgentCost(store, { by: 'model', prices: {} })
  await store.add([
    settled('live', { status: 'completed' }, [used(PRICED, 0, { output: 1_000_000 })]),
  ])
  expect((await readAgentCost(store, { by: 'model', prices: {} })).all).toEqual(before.all)
  await store.close()
})

it.each([
  ['model', [PRICED, 'own-model']],
  ['session', ['live', 'good', 'red']],
  ['agent', ['claude-code']],
  ['day', ['2026-03-01']],
])('groups by %s, biggest first', async (by, groups) => {
  const { cli, store } = await openUsed()
  await store.close()
  const { out } = await cli.run(['cost', '--agents', '--by', by, '--json'])
  expect((JSON.parse(out) as AgentCost).groups.map(({ group }) => group)).toEqual(groups)
})

it('tells people tokens, dollars, and what came to nothing', async () => {
  const { cli, store } = await openUsed()
  await store.close()
  const { out } = await cli.run(['cost', '--agents'])
  expect(out).toMatch(/^claude-sonnet-4-5 +1,000,000 +2,000,000 +0 +1,000,000 +18\.60$/m)
  expect(out).toMatch(/^own-model +500 +0 +0 +100 +price not known$/m)
  expect(out).toContain('In sessions that ended red: 600 tokens, price not known.')
  expect(out).toContain('In sessions that went in circles: 1,000,000 tokens, $15.00.')
  expect((await openCli().run(['cost', '--agents'])).out).toContain(
    'No session has told its tokens',
  )
  expect((await cli.run(['cost', '--agents', '--by', 'role'])).code).toBe(2)
})
