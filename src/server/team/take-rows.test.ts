import { expect, it } from 'vitest'
import { openMemoryStore } from '../../store/memory.js'
import { sampleWrite } from '../../testing/store-contract/samples.js'
import { isAt, readFacts, readSessions, takeRows } from './take-rows.js'

const TERMS = {
  person: 'ada',
  now: '2030-01-01T00:00:00.000Z',
  readShare: async () => 'records' as const,
}

it('takes what it knows of a machine that is newer, and names what it does not', async () => {
  const store = await openMemoryStore()
  const { record: row } = sampleWrite('episode', { state: 'resolved' })
  const rows = [
    { id: 'a', kind: 'episode', row },
    { id: 'b', kind: 'dream', row: { id: 'd' } },
    { id: 'c', kind: 'dream', operation: 'forget' as const, row: { id: 'd' } },
  ]
  const taken = { accepted: 1, known: 0, refused: [], unknown: ['b', 'c'] }
  expect(await takeRows(store, { rows }, TERMS)).toEqual(taken)
  expect(await takeRows(store, { rows: rows.slice(0, 1) }, TERMS)).toEqual({
    accepted: 0,
    known: 1,
    refused: [],
  })
  expect(await store.count('episode')).toBe(1)
  await store.close()
})

it('a machine whose clock is a year ahead does not stay on top', async () => {
  const store = await openMemoryStore()
  const { record } = sampleWrite('session_outcome')
  const ended = (id: string, endedAt: string) => ({
    id,
    kind: 'session_outcome',
    row: { ...record, id, sessionId: id, endedAt, settledAt: endedAt },
  })
  const take = (row: ReturnType<typeof ended>, now: string) =>
    takeRows(store, { rows: [row] }, { ...TERMS, now })
  await take(ended('ahead', '2031-01-01T00:00:00.000Z'), '2030-01-01T00:00:00.000Z')
  await take(ended('right', '2030-01-02T00:00:00.000Z'), '2030-01-02T00:00:00.000Z')
  const { sessions } = await readSessions(store, (person) => person, 'records')
  expect(sessions.map(({ endedAt }) => endedAt)).toEqual([
    '2030-01-02T00:00:00.000Z',
    '2030-01-01T00:00:00.000Z',
  ])
  await store.close()
})

it('asks once for a batch what the project takes', async () => {
  const store = await openMemoryStore()
  const demand = (id: string) => ({ id, kind: 'demand', row: sampleWrite('demand', { id }).record })
  let asked = 0
  const readShare = async () => {
    asked += 1
    return 'messages' as const
  }
  const taken = await takeRows(store, { rows: ['a', 'b'].map(demand) }, { ...TERMS, readShare })
  expect([taken.accepted, asked]).toEqual([2, 1])
  await store.close()
})

it('knows by its mark whether a place in the log is the one that a machine saw', async () => {
  const take = async (ids: readonly string[]) => {
    const store = await openMemoryStore()
    const at = (n: number) => ({ endedAt: `2030-01-0${n + 1}T00:00:00.000Z` })
    const rows = ids.map((id, n) => {
      const { record: row } = sampleWrite('episode', { id, state: 'resolved', ...at(n) })
      return { id, kind: 'episode', row }
    })
    await takeRows(store, { rows }, TERMS)
    return store
  }
  const asked = { person: 'bob', after: 0, share: 'records' } as const
  const live = await take(['a', 'b', 'c'])
  const { next, mark } = await readFacts(live, asked)
  const backup = await take(['a'])
  const goneOn = await take(['a', 'd', 'e', 'f'])
  const places = await Promise.all([live, backup, goneOn].map((one) => isAt(one, next, mark!)))
  expect(places).toEqual([true, false, false])
  for (const store of [live, backup, goneOn]) await store.close()
})

it('names a row that is too long, and takes the others', async () => {
  const store = await openMemoryStore()
  const { record } = sampleWrite('episode', { state: 'resolved' })
  const long = { ...record, id: 'long', check: 'x'.repeat(4_000_000) }
  const rows = [
    { id: 'a', kind: 'episode', row: long },
    { id: 'b', kind: 'episode', row: record },
  ]
  expect(await takeRows(store, { rows }, TERMS)).toEqual({
    accepted: 1,
    known: 0,
    refused: [{ id: 'a', reason: 'it has more than 50000 characters' }],
  })
  await store.close()
})

/** A store with so many episodes, each of which has that many characters. */
async function fillWith(count: number, chars: number) {
  const store = await openMemoryStore()
  for (let from = 0; from < count; from += 100) {
    const rows = Array.from({ length: Math.min(100, count - from) }, (_, n) => {
      const id = `e${from + n}`
      const fields = { id, state: 'resolved', check: `npm test ${'x'.repeat(chars)}` } as const
      return { id, kind: 'episode', row: sampleWrite('episode', fields).record }
    })
    await takeRows(store, { rows }, TERMS)
  }
  return store
}

const idsOf = (rows: readonly unknown[]) => rows.map((row) => (row as { id: string }).id)

it('hands out no more at once than a machine waits for, and all of it in the end', async () => {
  const store = await fillWith(150, 40_000)
  const asked = { person: 'bob', share: 'records' } as const
  const seen: string[] = []
  let after = 0
  for (let more = true; more;) {
    const facts = await readFacts(store, { ...asked, after })
    expect(JSON.stringify(facts).length).toBeLessThan(4_000_000)
    seen.push(...idsOf(facts.rows))
    more = facts.more
    after = facts.next
  }
  expect([seen.length, new Set(seen).size]).toEqual([150, 150])
  await store.close()
})

it('hands out the newest first to a machine that has nothing yet, and then what is older', async () => {
  const store = await fillWith(450, 10)
  const asked = { person: 'bob', share: 'records', isNewestFirst: true } as const
  const pages = []
  let after: number | null = 0
  while (after !== null) {
    const facts: Awaited<ReturnType<typeof readFacts>> = await readFacts(store, { ...asked, after })
    pages.push(facts)
    after = facts.older!
  }
  const ids = pages.flatMap(({ rows }) => idsOf(rows))
  expect([ids[0], ids.at(-1), new Set(ids).size]).toEqual(['ada-e449', 'ada-e0', 450])
  // From there on what is new is asked for in its order.
  const { next, mark } = pages[0]!
  expect(await isAt(store, next, mark!)).toBe(true)
  expect(await readFacts(store, { person: 'bob', after: next, share: 'records' })).toMatchObject({
    rows: [],
    more: false,
  })
  await store.close()
})
