import { describe, expect, it } from 'vitest'
import { isDone, toSeconds, toTaskRow, type TaskRow } from './task-row.js'

const ROW: TaskRow = {
  id: 'a',
  done: true,
  createdAt: null,
  updatedAt: null,
  completedAt: null,
  reopenedAt: null,
  outcome: null,
  commits: [],
  followups: [],
  links: [],
  isFix: false,
}
const JUNE = Date.parse('2025-06-01T00:00:00Z') / 1000

describe('toTaskRow', () => {
  it.each<{ name: string; value: unknown; expected: TaskRow | null }>([
    {
      name: 'a plain export',
      value: {
        id: 'a',
        status: 'done',
        completed_at: '2025-06-01',
        outcome: 'failed',
        reopened_at: '2025-06-02T00:00:00Z',
        followups: ['b', { id: 'c', type: 'bug', created_at: '2025-06-03' }, { id: 'd' }],
      },
      expected: {
        ...ROW,
        completedAt: JUNE,
        outcome: 'wrong',
        reopenedAt: JUNE + 86_400,
        followups: [
          { id: 'b', at: null, isFix: null },
          { id: 'c', at: JUNE + 2 * 86_400, isFix: true },
          { id: 'd', at: null, isFix: null },
        ],
      },
    },
    {
      name: 'a beads issue',
      value: {
        id: 'a',
        status: 'closed',
        issue_type: 'bug',
        created_at: '2025-06-01T00:00:00.123456789Z',
        closed_at: '2025-06-01T00:00:00Z',
        dependencies: [{ issue_id: 'a', depends_on_id: 'z', type: 'discovered-from' }],
      },
      expected: { ...ROW, createdAt: JUNE + 0.123, completedAt: JUNE, links: ['z'], isFix: true },
    },
    {
      name: 'an OpenAgents task',
      value: {
        id: 'a',
        status: 'in_progress',
        type: 'task',
        deps: [{ id: 'z', type: 'blocks' }],
        commits: ['abc', 7],
        updatedAt: '2025-06-01T00:00:00Z',
        closedAt: null,
      },
      expected: { ...ROW, done: false, updatedAt: JUNE, commits: ['abc'], links: ['z'] },
    },
    {
      name: 'a Backlog.md task',
      value: {
        id: 'a',
        status: '✔ Done',
        title: 'Fix the list',
        created_date: '2025-06-01 12:30',
        labels: [],
        dependencies: ['z'],
      },
      expected: { ...ROW, createdAt: JUNE + 45_000, links: ['z'], isFix: true },
    },
    { name: 'a row without a status', value: { id: 'a' }, expected: null },
    { name: 'a row without an id', value: { status: 'done' }, expected: null },
    { name: 'a list', value: [], expected: null },
    { name: 'a word', value: 'done', expected: null },
  ])('reads $name', ({ value, expected }) => {
    expect(toTaskRow(value)).toEqual(expected)
  })
})

describe('isDone', () => {
  it.each([
    { status: 'Done', expected: true },
    { status: 'closed', expected: true },
    { status: 'COMPLETED ', expected: true },
    { status: "won't do", expected: false },
    { status: 'cancelled', expected: false },
    { status: 'in_progress', expected: false },
    { status: 'commit_pending', expected: false },
    { status: 'not done', expected: false },
  ])('answers $expected to $status', ({ status, expected }) => {
    expect(isDone(status)).toBe(expected)
  })
})

describe('toSeconds', () => {
  it.each([
    { value: JUNE, expected: JUNE },
    { value: JUNE * 1000, expected: JUNE },
    { value: '2025-06-01', expected: JUNE },
    { value: '2025-06-01 00:00', expected: JUNE },
    { value: '2025-06-01T02:00:00+02:00', expected: JUNE },
    { value: 'soon', expected: null },
    { value: Number.NaN, expected: null },
    { value: 0, expected: null },
    { value: null, expected: null },
  ])('reads $value', ({ value, expected }) => {
    expect(toSeconds(value)).toBe(expected)
  })
})
