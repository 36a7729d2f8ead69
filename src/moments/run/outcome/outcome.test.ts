import { expect, it, onTestFinished } from 'vitest'
import { emptyEvidence } from '../../../read/empty-evidence.js'
import { makeEvent } from '../../../guard/__fixtures__/events.js'
import { makeSession } from '../../../guard/__fixtures__/session.js'
import type { Evidence } from '../../../schema/evidence.js'
import { Config } from '../../../schema/config.js'
import { openMemoryStore } from '../../../store/memory.js'
import { PUSHABLE } from '../../__fixtures__/reflect-deps.js'
import type { MomentPorts } from '../../moment.js'
import { outcomeDueId, readEndFacts } from './end-facts.js'
import { outcome } from './outcome.js'

const NOW = '2030-01-01T00:00:00.000Z'

it('counts the tokens of a session that was stopped before any stop', async () => {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const ports = {
    store,
    environment: { parent: null },
    isAttended: null,
  } as unknown as MomentPorts
  const at = async (kind: 'prompt-submitted' | 'session-ended', tokens: number) => {
    const usage = [{ model: 'm', day: null, ...NO_TOKENS, input: tokens }]
    const evidence = { ...emptyEvidence({ at: NOW }), usage }
    const { records } = await outcome.reflect(
      {
        event: makeEvent(kind, { sessionId: 's1' }),
        evidence: { ...evidence, totals: { ...evidence.totals, tokens } },
        session: makeSession({ sessionId: 's1' }),
        config: Config.parse({}),
        mode: 'solo',
        now: NOW,
        due: [],
        capabilities: PUSHABLE,
        watcher: null,
        judgeTimeoutMs: 20_000,
      },
      ports,
    )
    await store.add(records)
  }
  await at('prompt-submitted', 0)
  await at('session-ended', 5260)
  const facts = readEndFacts(await store.get('due', outcomeDueId('s1')))
  expect(facts.tokens).toBe(5260)
  expect(facts.usage?.map(({ input }) => input)).toEqual([5260])
})

const NO_TOKENS = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }

it.each([
  { name: 'a reset after the edit', action: 'git reset --hard', thrownAway: true },
  { name: 'an edit that made the file what it was', action: 'npm test', thrownAway: false },
])('a change that is gone by $name', async ({ action, thrownAway }) => {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const empty = emptyEvidence({ at: NOW })
  const repository = {
    root: null,
    name: 'shop',
    branch: 'main',
    head: 'a1',
    base: 'a1',
    filesChanged: [],
    insertions: 0,
    deletions: 0,
    commitsSinceBase: 0,
    degraded: [],
  }
  const call = { kind: 'call' as const, step: 5, at: null, action, toolKind: 'command' as const }
  const { records } = await outcome.reflect(
    {
      event: makeEvent('session-stopped', { sessionId: 's1' }),
      evidence: { ...empty, repository, lastEditStep: 3, recent: [call] } as unknown as Evidence,
      session: makeSession({ sessionId: 's1' }),
      config: Config.parse({}),
      mode: 'solo',
      now: NOW,
      due: [],
      capabilities: PUSHABLE,
      watcher: null,
      judgeTimeoutMs: 20_000,
    },
    { store, environment: { parent: null }, isAttended: null } as unknown as MomentPorts,
  )
  await store.add(records)
  const facts = readEndFacts(await store.get('due', outcomeDueId('s1')))
  expect(facts.thrownAway).toBe(thrownAway)
})
