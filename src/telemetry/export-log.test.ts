import { describe, expect, it, onTestFinished } from 'vitest'
import type { RecordKind, RecordOf, RecordWrite } from '../schema/records.js'
import type { Store } from '../store.js'
import { openMemoryStore } from '../store/memory.js'
import { samples } from '../testing/store-contract/samples.js'
import { exportLog } from './export-log.js'
import type { Otlp } from './otlp.js'
import type { EventSignal, PointSignal, SpanSignal } from './signal.js'

const AT = '2026-01-01T00:00:00.000Z'

interface Taken extends Otlp {
  spans: SpanSignal[]
  events: EventSignal[]
  points: PointSignal[]
  /** Refuses what it is sent of one signal. */
  refuses: 'spans' | 'events' | 'points' | null
}

function openTaken(): Taken {
  const taken: Taken = {
    spans: [],
    events: [],
    points: [],
    refuses: null,
    sendSpans: async (all) => take('spans', all),
    sendEvents: async (all) => take('events', all),
    sendPoints: async (all) => take('points', all),
    close: async () => undefined,
  }
  function take(name: 'spans' | 'events' | 'points', all: readonly unknown[]): void {
    if (taken.refuses === name) throw new Error('refused')
    ;(taken[name] as unknown[]).push(...all)
  }
  return taken
}

async function openPlace() {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const taken = openTaken()
  const terms = { store, content: false, now: new Date(AT), signal: new AbortController().signal }
  const pass = () => exportLog(taken, terms)
  await pass()
  return { store, taken, pass }
}

function sample<K extends RecordKind>(kind: K, known: Partial<RecordOf<K>> = {}): RecordWrite {
  const [subject] = samples[kind].subjects ?? ['subject-a']
  const [state] = samples[kind].states ?? ['ok']
  const fields = { id: `${kind}-1`, at: AT, sessionId: 's1', subject, state }
  return { kind, record: { ...samples[kind].make(fields), ...known } } as unknown as RecordWrite
}

const CHECK = { state: 'finished', result: 'passed', endedAt: AT, durationMs: 1500 } as const
const put = (store: Store, ...writes: RecordWrite[]) => store.add(writes)

describe('what is exported of the log', () => {
  it('is a span for a judge call, with tokens, time and cost, when it has ended', async () => {
    const { store, taken, pass } = await openPlace()
    const call = { inputTokens: 40, outputTokens: 2, cost: 0.01, durationMs: 500 }
    await put(store, sample('model_call', { ...call, role: 'judge', outcome: 'reserved' }))
    await pass()
    expect(taken.spans).toEqual([])
    await put(store, sample('model_call', { ...call, role: 'judge', outcome: 'ok' }))
    await pass()
    expect(taken.spans.map(({ name, kind }) => ({ name: name.split(' ')[0], kind }))).toEqual([
      { name: 'chat', kind: 'client' },
    ])
    expect(taken.points.map(({ metric, value }) => [metric, value])).toEqual([
      ['gen_ai.client.operation.duration', 0.5],
      ['gen_ai.client.token.usage', 40],
      ['gen_ai.client.token.usage', 2],
      ['reflectory.judge.cost', 0.01],
    ])
  })

  it('is what an agent used, when its session is settled, by model, and by list price where there is one', async () => {
    const { store, taken, pass } = await openPlace()
    const none = { day: null, cacheWrite: 0, output: 0 }
    const usage = [
      { ...none, model: 'claude-sonnet-4-5', input: 1_000_000, cacheRead: 500 },
      { ...none, model: 'own-model', input: 7, cacheRead: 0 },
    ]
    await put(store, sample('session_outcome', { usage }))
    await pass()
    const told = taken.points.map(({ metric, value, attributes }) => [
      metric,
      value,
      attributes['gen_ai.token.type'],
    ])
    expect(told).toEqual([
      ['reflectory.agent.tokens', 1_000_000, 'input'],
      ['reflectory.agent.tokens', 500, 'cache_read'],
      ['reflectory.agent.cost', 3.00015, undefined],
      ['reflectory.agent.tokens', 7, 'input'],
    ])
  })

  it('is told once, although a call has two lines and both are read at one time', async () => {
    const { store, taken, pass } = await openPlace()
    await put(store, sample('model_call', { role: 'judge', outcome: 'reserved' }))
    await put(store, sample('model_call', { role: 'judge', outcome: 'ok' }))
    await put(store, sample('check_run', { ...CHECK, state: 'running', endedAt: null }))
    await put(store, sample('check_run', CHECK))
    await put(store, sample('verdict'), sample('recall'))
    await put(store, sample('verdict'), sample('recall'))
    await pass()
    await pass()
    expect(taken.spans.map(({ name }) => name.split(' ')[0]).toSorted()).toEqual([
      'chat',
      'execute_tool',
      'search_memory',
    ])
    expect(taken.events.map(({ name }) => name)).toEqual(['gen_ai.evaluation.result'])
  })

  it('has no words in it', async () => {
    const { store, taken, pass } = await openPlace()
    await put(store, sample('verdict', { feedback: 'secret words' }))
    await put(store, sample('check_run', { ...CHECK, command: 'secret words', output: 'secret' }))
    await pass()
    expect(JSON.stringify([taken.spans, taken.events, taken.points])).not.toContain('secret')
  })

  it('begins where it was switched on', async () => {
    const store = await openMemoryStore()
    onTestFinished(() => store.close())
    await put(store, sample('verdict'))
    const taken = openTaken()
    const terms = { store, content: false, now: new Date(AT), signal: AbortSignal.timeout(9999) }
    await exportLog(taken, terms)
    await exportLog(taken, terms)
    expect(taken.events).toEqual([])
  })

  it('is sent again where it was refused, and nowhere else', async () => {
    const { store, taken, pass } = await openPlace()
    await put(store, sample('verdict'), sample('check_run', CHECK))
    taken.refuses = 'events'
    await expect(pass()).rejects.toThrow('refused')
    taken.refuses = null
    await pass()
    await pass()
    expect([taken.spans.length, taken.events.length]).toEqual([1, 1])
    expect(taken.points.map(({ metric }) => metric).toSorted()).toEqual([
      'reflectory.check.duration',
      'reflectory.checks',
      'reflectory.verdicts',
    ])
  })
})
