import { expect, it, onTestFinished } from 'vitest'
import { emptyEvidence } from '../../../read/empty-evidence.js'
import { makeEvent } from '../../../guard/__fixtures__/events.js'
import { makeSession } from '../../../guard/__fixtures__/session.js'
import { readMessage } from '../../../read/prose/read-message.js'
import { shippedWeights } from '../../../read/prose/weights.js'
import type { Evidence } from '../../../schema/evidence.js'
import { Config } from '../../../schema/config.js'
import { openMemoryStore } from '../../../store/memory.js'
import { PUSHABLE } from '../../__fixtures__/reflect-deps.js'
import type { MomentPorts } from '../../moment.js'
import { outcomeDueId, readEndFacts } from './end-facts.js'
import { outcome } from './outcome.js'

const NOW = '2030-01-01T00:00:00.000Z'

async function open() {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const ports = { store, environment: { parent: null }, isAttended: null } as unknown as MomentPorts
  const take = async (
    kind: 'prompt-submitted' | 'session-stopped' | 'session-ended',
    evidence: Partial<Evidence>,
  ): Promise<void> => {
    const { records } = await outcome.reflect(
      {
        event: makeEvent(kind, { sessionId: 's1' }),
        evidence: { ...emptyEvidence({ at: NOW }), ...evidence },
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
  return { take, facts: async () => readEndFacts(await store.get('due', outcomeDueId('s1'))) }
}

it('counts the tokens of a session that was stopped before any stop', async () => {
  const { take, facts } = await open()
  const used = (tokens: number): Partial<Evidence> => ({
    usage: [{ model: 'm', day: null, ...NO_TOKENS, input: tokens }],
    totals: { ...emptyEvidence({ at: NOW }).totals, tokens },
  })
  await take('prompt-submitted', used(0))
  await take('session-ended', used(5260))
  const { tokens, usage } = await facts()
  expect(tokens).toBe(5260)
  expect(usage?.map(({ input }) => input)).toEqual([5260])
})

const NO_TOKENS = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }

it('takes the last message of a turn for what it says of its work', async () => {
  const { take, facts } = await open()
  await take('session-stopped', { lastMessage: 'Pushed.' })
  await take('session-stopped', { lastMessage: 'The push failed: there is no such remote.' })
  expect((await facts()).said).toBe('The push failed: there is no such remote.')
})

it.each([
  ['f0() is there; I fixed the login and all tests pass.', true],
  ['All right; the test "a takes no strings" is red and src/a.js is unchanged.', false],
])('knows whether its last words call something done: %s', async (lastMessage, saidDone) => {
  const { take, facts } = await open()
  const sentences = readMessage(lastMessage, shippedWeights('acts'))
  await take('session-stopped', { lastMessage, sentences })
  expect((await facts()).saidDone).toBe(saidDone)
})

it.each([
  { name: 'a reset after the edit', action: 'git reset --hard', thrownAway: true },
  { name: 'an edit that made the file what it was', action: 'npm test', thrownAway: false },
])('a change that is gone by $name', async ({ action, thrownAway }) => {
  const { take, facts } = await open()
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
  const evidence = { repository, lastEditStep: 3, recent: [call] }
  await take('session-stopped', evidence as unknown as Partial<Evidence>)
  expect((await facts()).thrownAway).toBe(thrownAway)
})
