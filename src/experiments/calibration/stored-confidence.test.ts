import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../schema/outcome.js'
import type { RunRow } from '../../schema/run-record.js'
import { joinSelfReports } from './stored-confidence.js'

const run = (session: string, confidence: number | null, minute: number): RunRow => ({
  id: `${session}-${minute}`,
  record: {
    schema: 'reflection.v1',
    task_ref: 't',
    agent: 'a',
    session_id: session,
    timestamp: `2025-06-01T00:0${minute}:00.000Z`,
    repo: 'r',
    confidence,
    most_likely_wrong: null,
    known_not_in_diff: null,
    risk: { needs_review: false, score: 0, surface: 'none', reason: '' },
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
})

const outcome = (session: string, status: Outcome['status']): Outcome => ({
  session_id: session,
  task_id: null,
  objective: '',
  status,
  result: '',
  result_length: 0,
  error: null,
  duration_ms: 1,
  rounds: 1,
  tokens: 1,
  tools_used: [],
  skills_read: [],
  timestamp: '2025-06-01T00:00:00.000Z',
})

describe('joinSelfReports', () => {
  it('takes the last stated confidence of each session that ended', () => {
    const data = joinSelfReports(
      [
        run('done', 0.4, 1),
        run('done', 0.9, 3),
        run('done', 0.1, 2),
        run('done', null, 4),
        run('failed', 0.7, 1),
        run('late', 0.8, 1),
        run('silent', null, 1),
        run('open', 0.5, 1),
      ],
      [
        outcome('done', 'completed'),
        outcome('failed', 'failed'),
        outcome('late', 'timeout'),
        outcome('silent', 'completed'),
        outcome('unseen', 'failed'),
      ],
    )
    expect({
      confidence: [...data.tally.confidence],
      right: [...data.tally.right],
      wrong: [...data.tally.wrong],
      read: data.read,
      skipped: data.skipped,
    }).toEqual({
      confidence: [0.7, 0.9],
      right: [0, 1],
      wrong: [1, 0],
      read: 5,
      skipped: { blank: 2, notANumber: 0, outOfRange: 0, badOutcome: 1, malformed: 0 },
    })
  })
})
