import { expect, it, onTestFinished } from 'vitest'
import { emptyEvidence } from '../../../evidence/empty-evidence.js'
import { makeEvent } from '../../../guard/__fixtures__/events.js'
import { makeSession } from '../../../guard/__fixtures__/session.js'
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
    const evidence = emptyEvidence({ at: NOW })
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
  expect(readEndFacts(await store.get('due', outcomeDueId('s1'))).tokens).toBe(5260)
})
