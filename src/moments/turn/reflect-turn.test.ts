import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { textVector } from '../../memory/text-vector.js'
import { ReflectError } from '../../schema/error.js'
import type { Store } from '../../store.js'
import { openMemoryStore } from '../../store/memory.js'
import { makeBundle, turnConfig } from './__fixtures__/bundle.js'
import { manualClock } from './__fixtures__/manual-clock.js'
import type { ReflectionLine } from './reflection-line.js'
import { reflectTurn } from './reflect-turn.js'
import type { Summarise, TurnPorts } from './turn-bundle.js'

let store: Store
let lines: ReflectionLine[]
beforeEach(async () => {
  store = await openMemoryStore()
  lines = []
})
afterEach(() => store.close())

const ports = (fields: Partial<TurnPorts> = {}): TurnPorts => ({
  store,
  log: (line) => void lines.push(line),
  ...fields,
})

const TEXT = 'the key is under the mat'
const idOf = (text: string, slot = 0) => {
  const hash = createHash('sha256').update(`ada|3|${slot}|${text}`).digest('hex')
  return `refl-3-ada-${slot}-${hash.slice(0, 12)}`
}

const never: Summarise = () => new Promise(() => undefined)
const three: Summarise = async () => ({ summary: 'One  thing', notes: ['another', '', 'third'] })
const letters: Summarise = async () => ({ summary: 'a', notes: ['b', 'c'] })
const throwAtOnce = () => {
  throw new ReflectError('io-failed', 'no room')
}

const EMPTY_METRICS = { backend: 'rulebased', summary_len: 0, embed: true }

describe('reflectTurn', () => {
  it('sums a turn up, remembers it and logs that', async () => {
    const entry = {
      id: idOf(TEXT),
      owner: 'ada',
      ts: '2030-01-01T00:00:00.000Z',
      text: TEXT,
      tags: ['reflection'],
      kind: 'summary',
      vec_full: textVector(TEXT),
      provenance: 'turn 3',
    }
    expect(await reflectTurn(makeBundle(), turnConfig(), ports())).toEqual({
      summary: TEXT,
      memoryEntries: [entry],
      metrics: { backend: 'rulebased', summary_len: 6, embed: true, ms: 0 },
      report: { attempted: 1, written: 1, unchanged: 0, errors: [] },
    })
    expect(await store.list('memory')).toEqual([entry])
    expect(JSON.stringify(lines)).toBe(
      '[{"turn":3,"agent":"ada","backend":"rulebased","summary_len":6,"ops_written":1,"embed":true,"ms":0,"reason":null}]',
    )
  })

  it('adds the best snippets and cuts to the wanted length', async () => {
    const snippets = ['First, one', 'Second, two', 'Third, three'].map((text) => ({
      id: 's',
      text,
    }))
    const config = turnConfig({ topkSnippets: 2, summaryTokens: 9 })
    const { summary, metrics } = await reflectTurn(makeBundle({ snippets }), config, ports())
    expect(summary).toBe('the key is under the mat first one second')
    expect(metrics.summary_len).toBe(9)
  })

  it.each([
    { config: { embed: false }, kept: { embed: false }, vector: undefined, lines: 1 },
    { config: { log: false }, kept: { embed: true }, vector: expect.any(Array), lines: 0 },
  ])('leaves out what $config leaves out', async (row) => {
    const { metrics } = await reflectTurn(makeBundle(), turnConfig(row.config), ports())
    expect(metrics).toMatchObject(row.kept)
    expect((await store.list('memory'))[0]!.vec_full).toEqual(row.vector)
    expect(lines).toHaveLength(row.lines)
  })

  it('does nothing while a gate is closed', async () => {
    const config = turnConfig({ enabled: false })
    expect(await reflectTurn(makeBundle(), config, ports())).toEqual({
      summary: '',
      memoryEntries: [],
      metrics: { ...EMPTY_METRICS, ms: 0, reason: 'turn_disabled' },
      report: null,
    })
    expect([lines, await store.readEvents()]).toEqual([[], []])
  })

  it.each(['', ' \n', '…!', '👍'])('does not store an empty summary (%j)', async (utter) => {
    const { report, metrics } = await reflectTurn(makeBundle({ utter }), turnConfig(), ports())
    expect(report).toEqual({ attempted: 0, written: 0, unchanged: 0, errors: [] })
    expect(metrics.reason).toBe('empty_summary')
    expect(lines).toMatchObject([{ ops_written: 0, reason: 'empty_summary' }])
    expect(await store.list('memory')).toEqual([])
  })

  it('takes secrets out before it takes the shape off them', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const snippets = [{ id: 's', text: `AKIA${'Q7RT'.repeat(4)} was the key id` }]
    await reflectTurn(makeBundle({ utter: `I used ${token}.`, snippets }), turnConfig(), ports())
    const [entry] = await store.list('memory')
    expect(entry!.text).toBe('i used redacted github token redacted aws key id was the key id')
  })

  it('keeps an agent apart whose name fills the id', async () => {
    const agent = 'a'.repeat(256)
    const { report } = await reflectTurn(makeBundle({ ctx: { agent } }), turnConfig(), ports())
    expect(report).toMatchObject({ written: 1 })
    expect((await store.list('memory', { subject: agent }))[0]!.id.length).toBeLessThan(256)
  })
})

describe('a second run of the same turn', () => {
  it('writes nothing twice and logs the same line', async () => {
    await reflectTurn(makeBundle(), turnConfig(), ports())
    const events = await store.readEvents()
    const { report } = await reflectTurn(makeBundle(), turnConfig(), ports())
    expect(report).toEqual({ attempted: 1, written: 0, unchanged: 1, errors: [] })
    expect(await store.readEvents()).toEqual(events)
    expect(lines[1]).toEqual(lines[0])
  })

  it('logs what a crash between write and log left unlogged', async () => {
    await reflectTurn(
      makeBundle(),
      turnConfig(),
      ports({ log: () => Promise.reject(new Error('killed')) }),
    )
    expect(await store.list('memory')).toHaveLength(1)
    await reflectTurn(makeBundle(), turnConfig(), ports())
    expect(await store.list('memory')).toHaveLength(1)
    expect(lines).toMatchObject([{ turn: 3, agent: 'ada', ops_written: 1, reason: null }])
  })
})

describe('the budget', () => {
  it.each([
    { title: 'its own', config: { budget: { timeMs: 6000 } }, budgets: {}, ms: 6000 },
    { title: 'a lower one', config: { budget: { timeMs: 6000 } }, budgets: { timeMs: 40 }, ms: 40 },
    { title: 'no higher', config: { budget: { timeMs: 50 } }, budgets: { timeMs: 400 }, ms: 50 },
  ])('of time is $title: what never settles is abandoned', async ({ config, budgets, ms }) => {
    const clock = manualClock()
    let signal: AbortSignal | null = null
    const summarise: Summarise = (bundle, given) => {
      signal = given
      return never(bundle, given)
    }
    const bundle = makeBundle({ ctx: { clock, budgets } })
    const ending = reflectTurn(bundle, turnConfig(config), ports({ summarise }))
    clock.advance(ms - 1)
    expect(clock.waiting()).toBe(1)
    clock.advance(1)
    expect(await ending).toEqual({
      summary: '',
      memoryEntries: [],
      metrics: { ...EMPTY_METRICS, ms, reason: 'reflection_timeout' },
      report: { attempted: 0, written: 0, unchanged: 0, errors: [] },
    })
    expect(signal).toMatchObject({ aborted: true })
    expect(lines).toMatchObject([{ ops_written: 0, ms, reason: 'reflection_timeout' }])
    expect(await store.list('memory')).toEqual([])
  })

  it('of time that ran out after the summary keeps it and drops the entries', async () => {
    const clock = manualClock()
    const summarise: Summarise = async () => {
      const summary = { summary: 'just in time' }
      // The timer has not fired yet; the clock says that it is due.
      Object.assign(clock, { elapsedMs: () => 6000 })
      return summary
    }
    const { summary, memoryEntries, metrics } = await reflectTurn(
      makeBundle({ ctx: { clock } }),
      turnConfig(),
      ports({ summarise }),
    )
    expect({ summary, memoryEntries, reason: metrics.reason }).toEqual({
      summary: 'just in time',
      memoryEntries: [],
      reason: 'reflection_timeout',
    })
    expect(lines).toMatchObject([{ summary_len: 3, ops_written: 0, ms: 6000 }])
  })

  it('of no time at all is used up before anything begins', async () => {
    const config = turnConfig({ budget: { timeMs: 0 } })
    const { metrics } = await reflectTurn(makeBundle(), config, ports())
    expect(metrics).toMatchObject({ summary_len: 0, reason: 'reflection_timeout' })
  })

  it.each([
    { ops: 0, texts: [], reason: 'ops_cap=0' },
    { ops: 2, texts: ['One thing', 'another'], reason: 'ops_cap=2' },
    { ops: 3, texts: ['One thing', 'another', 'third'], reason: undefined },
  ])('of $ops writes is kept', async ({ ops, texts, reason }) => {
    const config = turnConfig({ budget: { ops } })
    const { memoryEntries, metrics } = await reflectTurn(
      makeBundle(),
      config,
      ports({ summarise: three }),
    )
    expect(memoryEntries.map(({ text }) => text)).toEqual(texts)
    expect(metrics.reason).toBe(reason)
    expect(lines).toMatchObject([{ ops_written: texts.length, reason: reason ?? null }])
  })

  it('of time holds for a store that never answers', async () => {
    const clock = manualClock()
    const stuck = { get: () => new Promise<never>(() => undefined), add: async () => undefined }
    const bundle = makeBundle({ ctx: { clock } })
    const ending = reflectTurn(bundle, turnConfig(), ports({ store: stuck }))
    await Promise.resolve()
    while (clock.waiting() === 0) await Promise.resolve()
    clock.advance(6000)
    expect(await ending).toMatchObject({
      summary: TEXT,
      metrics: { reason: 'reflection_timeout' },
      report: { attempted: 1, written: 0, errors: [`${idOf(TEXT)}: reflection_timeout`] },
    })
    expect(lines).toMatchObject([{ ops_written: 0 }])
  })

  it('leaves no timer behind', async () => {
    const clock = manualClock()
    await reflectTurn(makeBundle({ ctx: { clock } }), turnConfig(), ports({ summarise: three }))
    expect(clock.waiting()).toBe(0)
  })
})

describe('a failure', () => {
  it.each([
    { thrown: new TypeError('secret words'), reason: 'reflect_error:TypeError' },
    { thrown: Object.assign(new Error('x'), { name: 'a b' }), reason: 'reflect_error:Error' },
    { thrown: new ReflectError('io-failed', 'x'), reason: 'reflect_error:IoFailedError' },
    { thrown: 'text', reason: 'reflect_error:NonError' },
  ])('of the summariser is the reason $reason', async ({ thrown, reason }) => {
    const summarise = () => Promise.reject(thrown)
    const { metrics, report } = await reflectTurn(makeBundle(), turnConfig(), ports({ summarise }))
    expect(metrics).toMatchObject({ reason, summary_len: 0 })
    expect(report).toMatchObject({ attempted: 0 })
    expect(lines).toMatchObject([{ reason, ops_written: 0 }])
  })

  it('to throw at once is no different', async () => {
    const summarise = throwAtOnce
    const { metrics } = await reflectTurn(makeBundle(), turnConfig(), ports({ summarise }))
    expect(metrics.reason).toBe('reflect_error:IoFailedError')
  })

  it('of the store is told by the report, entry by entry', async () => {
    let calls = 0
    const second: TurnPorts['store'] = {
      get: async () => null,
      async add(writes) {
        if ((calls += 1) === 2) throw new ReflectError('store-full', 'no room')
        await store.add(writes)
      },
    }
    const { report, metrics } = await reflectTurn(
      makeBundle(),
      turnConfig(),
      ports({ store: second, summarise: letters }),
    )
    expect(report).toEqual({
      attempted: 3,
      written: 2,
      unchanged: 0,
      errors: [`${idOf('b', 1)}: StoreFullError`],
    })
    expect(metrics.reason).toBe('reflect_error:StoreFullError')
    expect(lines).toMatchObject([{ ops_written: 2, reason: 'reflect_error:StoreFullError' }])
  })

  it('of the log costs no entry', async () => {
    const log = throwAtOnce
    const { report, metrics } = await reflectTurn(makeBundle(), turnConfig(), ports({ log }))
    expect(report).toMatchObject({ written: 1 })
    expect(metrics.reason).toBe('reflect_error:IoFailedError')
  })
})

describe('durations', () => {
  it.each([
    { ci: false, ms: 12.3 },
    { ci: true, ms: 0 },
  ])('are $ms with ci: $ci', async ({ ci, ms }) => {
    const clock = manualClock()
    const summarise: Summarise = async () => {
      clock.advance(12.345)
      return { summary: 'x' }
    }
    const bundle = makeBundle({ ctx: { clock } })
    const { metrics } = await reflectTurn(bundle, turnConfig(), ports({ summarise, ci }))
    expect([metrics.ms, lines[0]!.ms]).toEqual([ms, ms])
  })
})
