import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { orderReview } from '../risk/order-review.js'
import type { RecordWrite } from '../schema/records.js'
import type { Store } from '../store.js'
import { openMemoryStore } from '../store/memory.js'
import { confidentRun, sessionEnd } from './__fixtures__/confident-run.js'
import { lookAtConfidenceGate } from './confidence-gate.js'
import type { ExperimentId, VerdictState } from './experiment.js'
import type { ExperimentGate } from './gates.js'
import { keepGates } from './kept-gates.js'

const DAY_MS = 86_400_000
const now = (day: number): Date => new Date(Date.UTC(2026, 0, 1) + day * DAY_MS)

let store: Store
beforeEach(async () => {
  store = await openMemoryStore()
})
afterEach(() => store.close())

/** Sessions whose agent said so much, and how many of them were right and wrong. */
const ended = (name: string, confidence: number, right: number, wrong: number): RecordWrite[] =>
  Array.from({ length: right + wrong }, (_, i): RecordWrite[] => {
    const sessionId = `${name}-${i}`
    const timestamp = now(0).toISOString()
    return [
      { kind: 'run', record: confidentRun({ id: sessionId, sessionId, confidence, timestamp }) },
      {
        kind: 'session_outcome',
        record: sessionEnd(sessionId, i < right ? 'completed' : 'failed', 'recorded_checks'),
      },
    ]
  }).flat()

const TELLING = [
  ...ended('sure', 0.99, 120, 10),
  ...ended('fair', 0.85, 40, 30),
  ...ended('doubt', 0.1, 20, 180),
]

/** A run that waits for its review. */
const waiting = (sessionId: string, confidence: number | null, score: number): RecordWrite => {
  const run = confidentRun({
    id: sessionId,
    sessionId,
    confidence,
    timestamp: now(1).toISOString(),
  })
  const risk = { needs_review: true, score, surface: 'auth', reason: 'auth: a.ts' } as const
  return { kind: 'run', record: { ...run, record: { ...run.record, risk } } }
}

const look = (day: number, maxAgeMs?: number) =>
  lookAtConfidenceGate(store, {
    high: 0.8,
    now: now(day),
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
  })

const gate = (id: ExperimentId, state: VerdictState): ExperimentGate => ({
  id,
  experiment: id === 'P2' ? 'git-history' : 'board-history',
  question: '',
  kill: '',
  pass: '',
  state,
  reasons: ['as measured'],
})

const list = async () => orderReview(await store.list('run', { limit: 10_000 }))

describe('lookAtConfidenceGate', () => {
  it('moves a confident run down while P1 passes and back when it falls; the floor stays', async () => {
    await store.add([waiting('confident', 0.95, 1), waiting('silent', null, 0.9)])
    expect((await look(2)).state).toBe('insufficient')
    const before = await list()
    expect(before.map(({ id }) => id)).toEqual(['confident', 'silent'])

    await store.add(TELLING)
    expect((await look(3)).state).toBe('passed')
    const on = await list()
    expect(on.map(({ id }) => id)).toEqual(['silent', 'confident'])
    expect(on[1]?.review_advice).toMatchObject({
      order: 'later',
      reason: expect.stringContaining('the agent is 0.95 sure, and P1 passed: AUC'),
    })

    await store.add(ended('fallen', 0.99, 0, 200))
    expect((await look(4)).state).toBe('killed')
    const after = await list()
    expect(after.map(({ id, review_advice: advice }) => ({ id, advice }))).toEqual([
      { id: 'confident', advice: null },
      { id: 'silent', advice: undefined },
    ])
    for (const rows of [before, on, after]) {
      expect(rows.every(({ record }) => record.risk.needs_review)).toBe(true)
    }
    const changes = await store.readEvents({ kinds: ['gate.changed'] })
    expect(changes.map(({ body }) => (body as { state: string }).state)).toEqual([
      'passed',
      'killed',
    ])
  })

  it('takes advice back while P2 is killed, makes a note of it while P3 is, and gives it again', async () => {
    await store.add([waiting('confident', 0.95, 1), waiting('silent', null, 0.9), ...TELLING])
    const see = async (day: number, p2: VerdictState, p3: VerdictState) => {
      await keepGates(store, [gate('P2', p2), gate('P3', p3)])
      const { use, because } = await look(day)
      const rows = await list()
      const advice = rows.find(({ id }) => id === 'confident')?.review_advice ?? null
      return { use, because, first: rows[0]?.id, order: advice?.order ?? null }
    }
    const on = { use: 'act', because: 'P1 passed', first: 'silent', order: 'later' }
    expect(await see(2, 'undecided', 'insufficient')).toEqual(on)
    expect(await see(3, 'killed', 'passed')).toEqual({
      use: 'off',
      because: 'P2 killed (as measured)',
      first: 'confident',
      order: null,
    })
    expect(await see(4, 'passed', 'killed')).toEqual({
      use: 'note',
      because: 'a note only: P3 killed (as measured)',
      first: 'confident',
      order: 'note',
    })
    expect(await see(5, 'passed', 'passed')).toEqual(on)
  })

  it('takes advice back too when what it said before is lost', async () => {
    await store.add([waiting('confident', 0.95, 1), ...TELLING])
    await look(1)
    await store.expire('cache', '9999-12-31T00:00:00.000Z', 100)
    await store.add(ended('fallen', 0.99, 0, 200))
    expect((await look(2)).state).toBe('killed')
    expect((await list())[0]?.review_advice).toBeNull()
  })

  it('takes a look that is young enough, and looks again after that', async () => {
    expect((await look(1)).state).toBe('insufficient')
    await store.add(TELLING)
    expect((await look(1.5, DAY_MS)).state).toBe('insufficient')
    expect((await look(2.1, DAY_MS)).state).toBe('passed')
  })

  it('looks again when another confidence counts as high', async () => {
    await store.add(TELLING)
    await look(1)
    const gate = await lookAtConfidenceGate(store, { high: 0.995, now: now(1), maxAgeMs: DAY_MS })
    expect(gate).toMatchObject({ state: 'insufficient', high: 0.995 })
    expect((await store.list('run', { limit: 9999 })).some((run) => run.review_advice)).toBe(false)
  })

  it('leaves out what only the judge says', async () => {
    const judged = TELLING.map((write) =>
      write.kind === 'session_outcome'
        ? { ...write, record: { ...write.record, basis: 'judge' as const } }
        : write,
    )
    await store.add(judged)
    expect((await look(1)).state).toBe('insufficient')
  })
})
