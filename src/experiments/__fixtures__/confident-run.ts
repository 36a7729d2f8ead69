import type { Outcome } from '../../schema/outcome.js'
import type { RunRow } from '../../schema/run-record.js'
import type { SessionOutcome } from '../../schema/session-outcome.js'

interface Stated {
  id: string
  sessionId: string
  confidence: number | null
  timestamp: string
}

/** A run whose agent stated how sure it is. */
export const confidentRun = ({ id, sessionId, confidence, timestamp }: Stated): RunRow => ({
  id,
  record: {
    schema: 'reflection.v1',
    task_ref: 'shop#main',
    agent: 'generic',
    session_id: sessionId,
    timestamp,
    repo: 'shop',
    confidence,
    most_likely_wrong: null,
    known_not_in_diff: null,
    risk: { needs_review: false, score: 0, surface: 'none', reason: 'no files changed' },
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

/** How that session ended. */
export const endOf = (sessionId: string, status: Outcome['status']): Outcome => ({
  session_id: sessionId,
  task_id: null,
  objective: 'a task',
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

/** How a client's session ended, and how we know. */
export const sessionEnd = (
  sessionId: string,
  status: SessionOutcome['status'],
  basis: SessionOutcome['basis'],
): SessionOutcome => ({
  id: `end-${sessionId}`,
  sessionId,
  agent: 'generic',
  model: null,
  interactive: null,
  project: 'shop',
  branch: null,
  status,
  basis,
  reason: 'a reason',
  checks: { green: [], red: [] },
  durationMs: null,
  tokens: null,
  skillsRead: [],
  lessonsShown: [],
  endedAt: '2025-06-01T00:00:00.000Z',
  settledAt: '2025-06-01T00:00:00.000Z',
})
