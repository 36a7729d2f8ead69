import { describe, expect, it } from 'vitest'
import type { RunRow } from '../schema/run-record.js'
import { orderReview } from './order-review.js'

const ADVICE = { order: 'later', reason: 'sure', at: '2026-01-01T00:00:00.000Z' } as const

interface Given {
  session?: string
  score?: number
  needsReview?: boolean
  at?: number
  more?: Partial<RunRow>
}

const run = (id: string, given: Given = {}): RunRow => ({
  id,
  record: {
    schema: 'reflection.v1',
    task_ref: 'shop#main',
    agent: 'generic',
    session_id: given.session ?? id,
    timestamp: `2026-01-0${given.at ?? 1}T00:00:00.000Z`,
    repo: 'shop',
    confidence: null,
    most_likely_wrong: null,
    known_not_in_diff: null,
    risk: {
      needs_review: given.needsReview ?? true,
      score: given.score ?? 0.6,
      surface: 'build',
      reason: '',
    },
    files_changed: [],
    provenance: {
      source: 'stop-hook',
      reflection_attempt: 1,
      degraded: false,
      reflection_mode: 'solo',
    },
  },
  degraded_reasons: [],
  declared_vs_computed: null,
  self_report_fingerprint: null,
  ...given.more,
})

describe('orderReview', () => {
  it.each<{ name: string; rows: RunRow[]; order: string[] }>([
    { name: 'nothing', rows: [], order: [] },
    { name: 'what needs none', rows: [run('a', { needsReview: false })], order: [] },
    {
      name: 'the score before the rank, the rank before the time',
      rows: [
        run('old', { at: 1 }),
        run('new', { at: 2 }),
        run('large', { more: { rank: 9 } }),
        run('risky', { score: 1 }),
      ],
      order: ['risky', 'large', 'new', 'old'],
    },
    {
      name: 'advice below everything that has none',
      rows: [run('sure', { score: 1, more: { review_advice: ADVICE } }), run('a', { score: 0.6 })],
      order: ['a', 'sure'],
    },
    {
      name: 'a surface that was declared lower first, whatever else',
      rows: [
        run('a', { score: 1 }),
        run('lower', { more: { declared_vs_computed: 'declared_lower', review_advice: ADVICE } }),
      ],
      order: ['lower', 'a'],
    },
    {
      name: 'the last run of a session alone',
      rows: [
        run('first', { session: 's', at: 1 }),
        run('second', { session: 's', at: 2 }),
        run('calm', { session: 't', at: 2, needsReview: false }),
        run('before', { session: 't', at: 1 }),
      ],
      order: ['second'],
    },
  ])('puts $name', ({ rows, order }) => {
    expect(orderReview(rows).map(({ id }) => id)).toEqual(order)
  })
})
