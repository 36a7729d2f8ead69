import { describe, expect, it } from 'vitest'
import { BASE, completedTask, DAY } from './__fixtures__/board-task.js'
import { BoardLedger, type BoardTask } from './board-ledger.js'
import { toTaskRow } from './task-row.js'

const iso = (day: number): string => new Date((BASE + day * DAY) * 1000).toISOString()
const TASK = completedTask()

/** Sightings `[status, day]`, recorded at that day; or a whole row that states its own times. */
function follow(sightings: ([string, number] | Record<string, unknown>)[]) {
  const ledger = new BoardLedger()
  for (const sighting of sightings) {
    const [value, at] = Array.isArray(sighting)
      ? [{ id: 'a', status: sighting[0] }, BASE + sighting[1] * DAY]
      : [{ id: 'a', ...sighting }, null]
    const row = toTaskRow(value)
    if (row !== null) ledger.see(row, at)
  }
  return ledger.finish('test', 0)
}

describe('BoardLedger', () => {
  it.each<{
    name: string
    sightings: Parameters<typeof follow>[0]
    expected: Partial<BoardTask>
    flapping?: number
  }>([
    { name: 'open', sightings: [['open', 0]], expected: { completed: false, completedAt: null } },
    {
      name: 'closed',
      sightings: [
        ['open', -1],
        ['done', 0],
      ],
      expected: {},
    },
    {
      name: 'reopened',
      sightings: [
        ['done', 0],
        ['open', 3],
      ],
      expected: { reopenedAt: BASE + 3 * DAY },
    },
    {
      name: 'reopened at the same second',
      sightings: [
        ['done', 0],
        ['in progress', 0],
      ],
      expected: { reopenedAt: BASE },
    },
    {
      name: 'dropped after it was done',
      sightings: [
        ['done', 0],
        ["won't do", 1],
      ],
      expected: { reopenedAt: BASE + DAY },
    },
    {
      name: 'closed, reopened and closed again: the first of each counts',
      sightings: [
        ['done', 0],
        ['open', 3],
        ['done', 4],
        ['open', 5],
      ],
      expected: { reopenedAt: BASE + 3 * DAY },
    },
    {
      name: 'seen done twice',
      sightings: [
        ['done', 0],
        ['done', 9],
      ],
      expected: {},
    },
    {
      name: 'flapping: an old copy comes back',
      sightings: [
        ['open', -5],
        ['done', 0],
        ['open', -5],
        ['done', 1],
      ],
      expected: {},
      flapping: 1,
    },
    {
      name: 'flapping by its own times',
      sightings: [
        { status: 'closed', updated_at: iso(0), closed_at: iso(0) },
        { status: 'open', updated_at: iso(-2) },
        { status: 'closed', updated_at: iso(1), closed_at: iso(0) },
      ],
      expected: {},
      flapping: 1,
    },
    {
      name: 'stated as reopened',
      sightings: [{ status: 'done', completed_at: iso(0), reopened_at: iso(2) }],
      expected: { reopenedAt: BASE + 2 * DAY },
    },
    {
      name: 'stated as reopened before it was completed',
      sightings: [{ status: 'done', completed_at: iso(0), reopened_at: iso(-2) }],
      expected: {},
      flapping: 1,
    },
    {
      name: 'open with a date of completion: it was reopened since',
      sightings: [{ status: 'open', closedAt: iso(0), updatedAt: iso(4) }],
      expected: { reopenedAt: BASE + 4 * DAY },
    },
    {
      name: 'done without any date',
      sightings: [{ status: 'done' }],
      expected: { completedAt: null },
    },
  ])('follows a task that is $name', ({ sightings, expected, flapping }) => {
    const reading = follow(sightings)
    expect(reading.tasks).toEqual([{ ...TASK, ...expected }])
    expect(reading.flapping).toBe(flapping ?? 0)
  })

  it.each<{
    name: string
    other: Record<string, unknown>
    followups?: unknown[]
    fixes: BoardTask['fixes']
  }>([
    {
      name: 'a bug that was discovered from it',
      other: {
        issue_type: 'bug',
        created_at: iso(2),
        dependencies: [{ depends_on_id: 'a', type: 'discovered-from' }],
      },
      fixes: [{ id: 'b', at: BASE + 2 * DAY }],
    },
    {
      name: 'a feature that depends on it',
      other: { issue_type: 'feature', created_at: iso(2), dependencies: [{ depends_on_id: 'a' }] },
      fixes: [],
    },
    {
      name: 'a follow-up by id, dated by its own row',
      other: { completed_at: iso(5) },
      followups: ['b'],
      fixes: [{ id: 'b', at: BASE + 5 * DAY }],
    },
    {
      name: 'a follow-up that is on no board',
      other: {},
      followups: ['z'],
      fixes: [{ id: 'z', at: null }],
    },
    {
      name: 'a follow-up that is said to be a chore',
      other: {},
      followups: [{ id: 'z', type: 'chore', created_at: iso(1) }],
      fixes: [],
    },
  ])('links $name', ({ other, followups, fixes }) => {
    const reading = follow([
      { status: 'done', completed_at: iso(0), followups: followups ?? [] },
      { id: 'b', status: 'open', ...other },
    ])
    expect(reading.tasks[0]?.fixes).toEqual(fixes)
  })
})
