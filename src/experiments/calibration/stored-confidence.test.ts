import { describe, expect, it } from 'vitest'
import { confidentRun, endOf, sessionEnd } from '../__fixtures__/confident-run.js'
import { joinEndings } from '../session-endings.js'
import type { RunRow } from '../../schema/run-record.js'
import { joinSelfReports } from './stored-confidence.js'

const run = (sessionId: string, confidence: number | null, minute: number): RunRow =>
  confidentRun({
    id: `${sessionId}-${minute}`,
    sessionId,
    confidence,
    timestamp: `2025-06-01T00:0${minute}:00.000Z`,
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
      joinEndings(
        [
          endOf('done', 'completed'),
          endOf('failed', 'failed'),
          endOf('late', 'timeout'),
          endOf('silent', 'completed'),
        ],
        [sessionEnd('unseen', 'failed', 'own_check')],
      ),
    )
    const { confidence, right, wrong } = data.tally
    expect([[...confidence], [...right], [...wrong]]).toEqual([
      [0.7, 0.9],
      [0, 1],
      [1, 0],
    ])
    expect([data.read, data.skipped]).toEqual([
      5,
      { blank: 2, notANumber: 0, outOfRange: 0, badOutcome: 1, malformed: 0 },
    ])
  })
})
