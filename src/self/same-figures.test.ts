import { expect, it, onTestFinished } from 'vitest'
import { readOverview } from '../digest/read-overview.js'
import { openStoreStorage } from '../memory/store-storage.js'
import { Config } from '../schema/config.js'
import { Outcome } from '../schema/outcome.js'
import { SessionOutcome } from '../schema/session-outcome.js'
import { openMemoryStore } from '../store/memory.js'
import { countOf } from '../sums/counts.js'
import { readDays, sumDays } from '../sums/read-sums.js'
import { samples } from '../testing/store-contract/samples.js'
import { ALL_EVIDENCE, buildLines } from './build-lines.js'
import { readSelfFacts } from './self-facts.js'

const { status: Status, basis: Basis } = SessionOutcome.shape

it('counts sessions as the sums of the page and the digest do, whatever ended them', async () => {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const at = '2030-01-05T00:00:00.000Z'
  for (const [n, status] of Status.options.entries()) {
    for (const [m, basis] of Basis.options.entries()) {
      const sessionId = `s-${n}-${m}`
      const sample = { id: `o-${n}-${m}`, at, sessionId, subject: basis, state: status }
      await store.add([{ kind: 'session_outcome', record: samples.session_outcome.make(sample) }])
    }
  }
  const sums = sumDays(await readDays(store))
  const facts = await readSelfFacts(store, { now: new Date('2030-01-06'), exposures: [] })
  const right = facts.sessions.filter((one) => one.right).length
  expect({
    right,
    wrong: facts.sessions.length - right,
    stopped: facts.people.filter(({ stopped }) => stopped).length,
    all: facts.people.length,
  }).toEqual({
    right: countOf(sums, 'ended right'),
    wrong: countOf(sums, 'ended wrong'),
    stopped: countOf(sums, 'outcome aborted'),
    all: Status.options.reduce((sum, one) => sum + countOf(sums, `outcome ${one}`), 0),
  })
  expect(right).toBeGreaterThan(0)
})

it('counts runs of tasks and findings as they do', async () => {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const { status: Status } = Outcome.shape
  const ends = Status.options.flatMap((status, n) => Array.from({ length: n + 2 }, () => status))
  const made = (n: number, state: string) => ({
    id: `x${n}`,
    at: '2030-01-05T08:00:00.000Z',
    sessionId: 's',
    subject: 'nightly',
    state,
  })
  await store.add([
    ...ends.map((status, n) => ({
      kind: 'outcome' as const,
      record: samples.outcome.make(made(n, status)),
    })),
    // A sub-session of no task.
    { kind: 'outcome', record: { ...samples.outcome.make(made(99, 'completed')), task_id: null } },
    ...['open', 'open', 'resolved'].map((state, n) => ({
      kind: 'finding' as const,
      record: {
        ...samples.finding.make(made(n, state)),
        resolved_at: state === 'open' ? null : '2030-01-05T09:00:00.000Z',
      },
    })),
  ])
  const now = new Date('2030-01-06T00:00:00.000Z')
  const lessons = openStoreStorage(store)
  const page = await readOverview({ store, lessons, config: Config.parse({}), now, days: 30 })
  const facts = await readSelfFacts(store, { now, exposures: [] })
  const { completed, failed, timeout, interrupted } = page.tasks.runs
  expect([completed, failed, timeout, interrupted]).toEqual([2, 3, 4, 5])
  const bounds = ALL_EVIDENCE
  const lines = buildLines(facts, { until: now.toISOString(), high: 0.8, bounds })
  const figures = lines
    .filter(({ about }) => about.startsWith('task:') || about.startsWith('finding:'))
    .map((line) => ({ hits: Math.round(line.measure!.value * line.n), n: line.n }))
  expect(figures).toEqual([
    { hits: completed, n: completed + failed + timeout },
    { hits: page.findings.open, n: 3 },
  ])
})
