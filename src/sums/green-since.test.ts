import { expect, it } from 'vitest'
import { openMemoryStore } from '../store/memory.js'
import { sampleWrite } from '../testing/store-contract/samples.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import { readGreenSince } from './green-since.js'

const day = (n: number): string => `2030-01-0${n}T10:00:00.000Z`
const HOUR = 3_600_000

interface Row {
  title: string
  green: string[]
  check?: string
  tests?: string[]
  end?: Partial<SessionOutcome>
  isGreen: boolean
}

it.each<Row>([
  { title: 'the same check', green: ['npm test'], isGreen: true },
  { title: 'a wider one', green: ['pytest'], check: 'pytest tests/test_a.py', isGreen: true },
  { title: 'a narrower one', green: ['pytest tests/test_a.py'], check: 'pytest', isGreen: false },
  {
    title: 'the very test that failed',
    green: ['pytest tests/test_a.py'],
    check: 'pytest',
    tests: ['tests/test_a.py › test_x'],
    isGreen: true,
  },
  { title: 'another sort', green: ['npm run lint'], isGreen: false },
  { title: 'the same elsewhere', green: ['cd web && npm test'], isGreen: false },
  {
    title: 'the same in one folder',
    green: ['cd web && npm test'],
    check: 'cd web && npm test',
    isGreen: true,
  },
  { title: 'none', green: [], isGreen: false },
  {
    title: 'a check in a session that had begun before',
    green: ['npm test'],
    end: { durationMs: 48 * HOUR },
    isGreen: false,
  },
  {
    title: 'a check in an earlier session',
    green: ['npm test'],
    end: { endedAt: day(1) },
    isGreen: false,
  },
])('$title that was green at an end: $isGreen', async ({ green, end, isGreen, ...red }) => {
  const store = await openMemoryStore()
  const { record } = sampleWrite('session_outcome', { sessionId: 'later', at: day(3) })
  const outcome = { ...(record as SessionOutcome), durationMs: HOUR, ...end }
  await store.add([{ kind: 'session_outcome', record: { ...outcome, checks: { green, red: [] } } }])
  const isGreenSince = await readGreenSince(store, day(1))
  const left = { check: 'npm test', tests: [], startedAt: day(2), endedAt: day(2), ...red }
  expect(isGreenSince(left)).toBe(isGreen)
  await store.close()
})
