import { expect, it, onTestFinished } from 'vitest'
import type { SelfLine } from '../schema/self-line.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import type { Store } from '../store.js'
import { openMemoryStore } from '../store/memory.js'
import { sampleWrite } from '../testing/store-contract/samples.js'
import { shareOf } from './build-lines.js'
import { sayOfLine } from './say-of-line.js'
import { readSelfFacts } from './self-facts.js'
import { lineId, listLines, updateSelfLines } from './self-lines.js'
import { listTold, weighTeamLines } from './team-lines.js'

const NOW = new Date('2030-01-20T12:00:00.000Z')

const teamLine = (id: string, fields: Partial<SelfLine> = {}): SelfLine => ({
  id: `team-${id}`,
  about: 'done-right',
  agent: null,
  interactive: null,
  model: null,
  statement: `line ${id}`,
  n: 40,
  measure: shareOf(10, 40),
  since: '2030-01-01T00:00:00.000Z',
  evidence: [],
  state: 'received',
  pinned: false,
  correction: null,
  madeAt: '2030-01-19T00:00:00.000Z',
  ...fields,
})

async function openStore(lines: readonly SelfLine[], sessions: number): Promise<Store> {
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const outcome = sampleWrite('session_outcome').record as SessionOutcome
  const at = '2030-01-10T00:00:00.000Z'
  const ended = { status: 'completed', basis: 'own_check', settledAt: at, endedAt: at } as const
  await store.add([
    ...lines.map((record) => ({ kind: 'self_line', record }) as const),
    ...Array.from({ length: sessions }, (_, n) => {
      const record: SessionOutcome = { ...outcome, id: `o${n}`, sessionId: `s${n}`, ...ended }
      return { kind: 'session_outcome', record } as const
    }),
  ])
  const facts = await readSelfFacts(store, { now: NOW, exposures: [] })
  const terms = { facts, now: NOW, high: 0.8 }
  await updateSelfLines(store, terms)
  await weighTeamLines(store, terms)
  return store
}

const told = async (store: Store) => (await listTold(store)).map(({ statement }) => statement)

const cases: [what: string, lines: SelfLine[], sessions: number, expected: string[]][] = [
  ['that we know nothing about', [teamLine('a')], 0, ['line a']],
  ['that rests on the most cases', [teamLine('a'), teamLine('b', { n: 41 })], 0, ['line b']],
  ['and none that our few cases contradict', [teamLine('a')], 15, []],
  ['where our few cases agree', [teamLine('a', { measure: shareOf(38, 40) })], 15, ['line a']],
  ['and none that is too old', [teamLine('a', { madeAt: '2029-09-01T00:00:00.000Z' })], 0, []],
]
it.each(cases)('tells a line of the team %s', async (_, lines, sessions, expected) => {
  expect(await told(await openStore(lines, sessions))).toEqual(expected)
})

it('tells our own line in place of the same one of the team', async () => {
  const store = await openStore([teamLine('a', { measure: shareOf(38, 40) })], 20)
  expect(await told(store)).toContain(
    'Its "done" was right in 20 of 20 sessions: 100 % (83 to 100 %).',
  )
  expect(await told(store)).not.toContain('line a')
  expect((await listLines(store)).every(({ state }) => state === 'current')).toBe(true)
})

it('tells none that a person deleted here, until they take that back', async () => {
  const line = teamLine('a')
  const store = await openStore([line], 0)
  const say = async (word: 'delete' | 'undo' | 'pin') => {
    await sayOfLine(store, { id: lineId(line), word, now: NOW, nextId: () => `n-${word}` })
    const facts = await readSelfFacts(store, { now: NOW, exposures: [] })
    await updateSelfLines(store, { facts, now: NOW, high: 0.8 })
  }
  await expect(say('pin')).rejects.toThrow('Others of the team')
  await say('delete')
  expect(await told(store)).toEqual([])
  await say('undo')
  expect(await told(store)).toEqual(['line a'])
  expect(await listLines(store)).toEqual([])
})
