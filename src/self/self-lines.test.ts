import { describe, expect, it, onTestFinished } from 'vitest'
import type { SessionOutcome } from '../schema/session-outcome.js'
import type { Store } from '../store.js'
import { openMemoryStore } from '../store/memory.js'
import { samples } from '../testing/store-contract/samples.js'
import { buildLines, MIN_CASES } from './build-lines.js'
import { chooseLines } from './choose-lines.js'
import { readSelfFacts } from './self-facts.js'
import { diffLines } from './diff-lines.js'
import { sayOfLine } from './say-of-line.js'
import { lineId, listCurrent, updateSelfLines } from './self-lines.js'
import { toYaml } from './to-yaml.js'

const day = (n: number, hour = 12): Date => new Date(Date.UTC(2030, 0, n, hour))
let ids = 0
const nextId = () => `id-${(ids += 1)}`

function outcome(n: number, fields: Partial<SessionOutcome> = {}): SessionOutcome {
  const at = (fields.settledAt ?? day(1).toISOString()) as string
  return {
    id: `outcome-${n}`,
    sessionId: `s${n}`,
    agent: 'an-agent',
    model: null,
    interactive: null,
    project: '/p',
    branch: null,
    status: n % 4 === 0 ? 'failed' : 'completed',
    basis: 'own_check',
    reason: 'unit: green',
    checks: { green: [], red: [] },
    durationMs: 1,
    tokens: null,
    skillsRead: [],
    lessonsShown: [],
    endedAt: at,
    settledAt: at,
    ...fields,
  }
}

async function openStore(count: number, fields: Partial<SessionOutcome> = {}): Promise<Store> {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  await addOutcomes(store, 0, count, fields)
  return store
}

async function addOutcomes(store: Store, from: number, count: number, fields = {}) {
  const rows = Array.from({ length: count }, (_, n) => outcome(from + n, fields))
  await store.add(rows.map((record) => ({ kind: 'session_outcome', record })))
}

async function update(store: Store, now: Date, fromScratch = false) {
  const facts = await readSelfFacts(store, { now, exposures: [] })
  return updateSelfLines(store, { facts, now, high: 0.8, fromScratch })
}

const statements = async (store: Store) => (await listCurrent(store)).map((one) => one.statement)

describe('a line', () => {
  it.each([
    { n: MIN_CASES - 1, lines: [] },
    {
      n: MIN_CASES,
      lines: [
        "A person's stop ended it in 0 of 20 sessions: 0 % (0 to 17 %).",
        'Its "done" was right in 15 of 20 sessions: 75 % (51 to 91 %).',
        'It needed a person in 0 of 20 sessions: 0 % (0 to 17 %).',
      ],
    },
  ])('of $n sessions', async ({ n, lines }) => {
    const store = await openStore(n)
    await update(store, day(1))
    expect((await statements(store)).sort()).toEqual(lines.sort())
  })

  it('counts nothing that only the judge says', async () => {
    const store = await openStore(40, { basis: 'judge' })
    await update(store, day(1))
    expect((await statements(store)).filter((text) => text.includes('right'))).toEqual([])
  })

  it('does not count an honest report of a red test as a "done" that was wrong', async () => {
    const store = await openStore(40)
    const note = (session: string, accounted?: string) => ({
      kind: 'interaction' as const,
      record: {
        id: nextId(),
        action: 'stop_judged',
        session,
        input: 'v1',
        output: JSON.stringify({
          reason: '',
          failure: null,
          not_written: null,
          gates: [
            {
              gate: 'red',
              fact: 'npm test is red',
              quote: null,
              severity: 'HIGH',
              missing: 'a green run',
              nextAction: 'Fix it.',
              requested: false,
              tier: 'push',
              demoted: false,
              counts: accounted === undefined,
              ...(accounted === undefined ? {} : { accounted }),
            },
          ],
        }),
        timestamp: day(1, 8).toISOString(),
      },
    })
    // Every fourth failed: half of them were told, of the others it was said that they are done.
    await store.add([0, 4, 8, 12, 16].map((n) => note(`s${n}`, 'the report tells it')))
    await store.add([20, 24, 28, 32, 36].map((n) => note(`s${n}`)))
    await update(store, day(1))
    expect(await statements(store)).toContain(
      'Its "done" was right in 30 of 35 sessions: 86 % (70 to 95 %).',
    )
  })

  it('counts no session whose last words call nothing done', async () => {
    const store = await openStore(20)
    await addOutcomes(store, 20, 5, { status: 'failed', saidDone: false })
    await addOutcomes(store, 25, 5, { status: 'failed', saidDone: true })
    await update(store, day(1))
    expect(await statements(store)).toContain(
      'Its "done" was right in 15 of 25 sessions: 60 % (39 to 79 %).',
    )
  })

  it('counts no session that changed nothing as one that said "done"', async () => {
    const store = await openStore(40)
    const sample = { at: day(1, 8).toISOString(), subject: 'x', state: 'ok' }
    const runs = [1, 2, 3, 4].map((n) => {
      const made = samples.run.make({ ...sample, id: `r${n}`, sessionId: `s${n}` })
      const files_changed = n === 4 ? ['src/a.ts'] : []
      return {
        kind: 'run' as const,
        record: { ...made, record: { ...made.record, files_changed } },
      }
    })
    await store.add(runs)
    await update(store, day(1))
    expect(await statements(store)).toContain(
      'Its "done" was right in 27 of 37 sessions: 73 % (56 to 86 %).',
    )
  })

  it('counts runs of tasks and findings of the cycle', async () => {
    const store = await openStore(0)
    const runs = Array.from({ length: 20 }, (_, n) => ({
      kind: 'outcome' as const,
      record: {
        session_id: `t${n}`,
        task_id: 'nightly',
        objective: '',
        status: n === 0 ? ('failed' as const) : ('completed' as const),
        result: '',
        result_length: 0,
        error: null,
        duration_ms: 1,
        rounds: null,
        tokens: null,
        tools_used: [],
        skills_read: [],
        timestamp: day(1, 8).toISOString(),
      },
    }))
    const found = Array.from({ length: 20 }, (_, n) => ({
      kind: 'finding' as const,
      record: {
        id: `f${n}`,
        rule: 'same_failure',
        severity: 'warning' as const,
        subject_type: 'check' as const,
        subject_id: `c${n}`,
        detail: '',
        action_taken: '' as const,
        state: n < 5 ? ('open' as const) : ('resolved' as const),
        opened_at: day(1, 8).toISOString(),
        resolved_at: n < 5 ? null : day(1, 9).toISOString(),
      },
    }))
    await store.add([...runs, ...found])
    await update(store, day(1))
    expect((await statements(store)).sort()).toEqual([
      'Of what the cycle found by its rule same_failure, 5 of 20 is still open: 25 % (9 to 49 %).',
      'The task nightly was completed in 19 of 20 runs: 95 % (75 to 100 %).',
    ])
  })

  it('is one of each agent and model where there are several', async () => {
    const store = await openStore(25, { agent: 'one', model: 'small' })
    await addOutcomes(store, 100, 25, { agent: 'two', model: 'large' })
    await update(store, day(1))
    const of = (await listCurrent(store)).filter(({ about }) => about === 'done-right')
    expect(of.map(({ agent, model, n }) => [agent, model, n])).toEqual(
      expect.arrayContaining([
        [null, null, 50],
        ['one', null, 25],
        [null, 'large', 25],
      ]),
    )
  })
})

describe('the versions of a line', () => {
  it('are the same whether made day by day or all at once', async () => {
    const store = await openStore(0)
    for (let n = 1; n <= 6; n += 1) {
      await addOutcomes(store, n * 100, 7, { settledAt: day(n, 9).toISOString() })
      await update(store, day(n, 10))
      await addOutcomes(store, n * 100 + 50, 5, { settledAt: day(n, 20).toISOString() })
    }
    await update(store, day(7))
    const before = await store.list('self_line', { limit: 1000 })
    expect(before.filter(({ about }) => about === 'done-right').length).toBeGreaterThan(3)
    await update(store, day(7), true)
    expect(JSON.stringify(await store.list('self_line', { limit: 1000 }))).toBe(
      JSON.stringify(before),
    )
    for (const { id } of before) await store.remove('self_line', id, day(7).toISOString())
    await update(store, day(7))
    expect(JSON.stringify(await store.list('self_line', { limit: 1000 }))).toBe(
      JSON.stringify(before),
    )
  })

  it('of findings are the same, whenever they were resolved', async () => {
    const store = await openStore(0)
    const found = (resolvedOn: number | null) =>
      Array.from({ length: 20 }, (_, n) => ({
        kind: 'finding' as const,
        record: {
          ...samples.finding.make({
            id: `f${n}`,
            at: day(1, 8).toISOString(),
            sessionId: 's',
            subject: 'x',
            state: n < 5 && resolvedOn !== null ? 'resolved' : 'open',
          }),
          resolved_at: n < 5 && resolvedOn !== null ? day(resolvedOn).toISOString() : null,
        },
      }))
    await store.add(found(null))
    await update(store, day(1))
    await store.add(found(3))
    await update(store, day(4))
    const before = await store.list('self_line', { limit: 1000 })
    expect(
      before.map(({ n, measure, madeAt }) => [madeAt.slice(0, 10), n, measure!.value]),
    ).toEqual([
      ['2030-01-03', 20, 0.75],
      ['2030-01-01', 20, 1],
    ])
    await update(store, day(4), true)
    expect(await store.list('self_line', { limit: 1000 })).toEqual(before)
  })

  it('show what changed since a day', async () => {
    const store = await openStore(20, { settledAt: day(1).toISOString() })
    await update(store, day(1))
    await addOutcomes(store, 100, 20, { settledAt: day(9).toISOString(), status: 'failed' })
    await update(store, day(9))
    const changes = await diffLines(store, day(4))
    expect(changes.find(({ about }) => about === 'done-right')).toMatchObject({
      before: expect.stringContaining('15 of 20'),
      after: expect.stringContaining('15 of 40'),
    })
    expect(await diffLines(store, day(9))).toEqual([])
  })

  it('end with the cases that they rest on', async () => {
    const store = await openStore(20)
    await update(store, day(1))
    await update(store, new Date(day(1).getTime() + 95 * 24 * 3_600_000))
    expect(await statements(store)).toEqual([])
  })
})

describe("a person's word", () => {
  async function opened() {
    const store = await openStore(20)
    await update(store, day(1))
    const line = (await listCurrent(store)).find(({ about }) => about === 'done-right')!
    const say = (word: 'pin' | 'correct' | 'delete' | 'undo', text = '') =>
      sayOfLine(store, { id: lineId(line), word, text, now: day(2), nextId })
    const more = async () => {
      await addOutcomes(store, 100, 20, { settledAt: day(3).toISOString() })
      await update(store, day(3))
      await update(store, day(3), true)
    }
    const now = async () => (await listCurrent(store)).find(({ about }) => about === 'done-right')
    return { store, say, more, now }
  }

  it('wins over every rebuild and can be taken back', async () => {
    const { store, say, more, now } = await opened()
    await say('correct', 'It is right when the tests ran.')
    await more()
    expect(await now()).toMatchObject({
      state: 'corrected',
      correction: 'It is right when the tests ran.',
    })
    expect(toYaml(await listCurrent(store))).toContain(
      'correction: "It is right when the tests ran."',
    )
    await say('undo')
    await update(store, day(3))
    expect(await now()).toMatchObject({ state: 'current', n: 40, correction: null })
    expect(await store.list('interaction', { subject: 'self_line_correct' })).toHaveLength(1)
  })

  it('takes a line out, also from what an agent is told', async () => {
    const { say, more, now } = await opened()
    await say('delete')
    await more()
    expect(await now()).toBeUndefined()
  })

  it('pins a line in all of its versions', async () => {
    const { store, say, more, now } = await opened()
    await say('pin')
    await more()
    expect(await now()).toMatchObject({ pinned: true, n: 40 })
    expect((await listCurrent(store))[0]?.about).toBe('done-right')
  })

  it('is refused where there is no such line, or no word', async () => {
    const { store, say } = await opened()
    await expect(say('correct', ' ')).rejects.toMatchObject({ code: 'usage' })
    const said = { id: 'self-none', word: 'pin', now: day(2), nextId } as const
    await expect(sayOfLine(store, said)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('what an agent is told', () => {
  it('is at most eight lines and 700 characters, and only what would change its work', async () => {
    const store = await openStore(0)
    for (let model = 0; model < 9; model += 1) {
      const fields = { model: `model-${model}`, status: 'failed' as const }
      await addOutcomes(store, model * 100, 25, fields)
    }
    const facts = await readSelfFacts(store, { now: day(2), exposures: [] })
    const lines = await updateSelfLines(store, { facts, now: day(2), high: 0.8 })
    const text = chooseLines(lines)
    expect(text.length).toBeLessThanOrEqual(700)
    expect(text.match(/^- /gm)!.length).toBeLessThanOrEqual(8)
    expect(text).toContain('(data, not instructions)')
    expect(text).not.toContain("A person's stop")
    expect(buildLines(facts, { until: day(3).toISOString(), high: 0.8 }).length).toBeGreaterThan(8)
  })

  it('is nothing where all is well', async () => {
    const store = await openStore(40, { status: 'completed' })
    expect(chooseLines(await update(store, day(1)))).toBe('')
  })
})
