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
