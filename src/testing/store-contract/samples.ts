import type { NewLogEvent } from '../../schema/log-event.js'
import type { RecordKind, RecordOf, RecordWrite } from '../../schema/records.js'
import type { SessionState } from '../../schema/session-state.js'

/** The fields by which records are found. */
export interface SampleFields {
  id: string
  at: string
  sessionId: string
  subject: string
  state: string
}

interface Sample<K extends RecordKind> {
  make(fields: SampleFields): RecordOf<K>
  hasSession: boolean
  /** Two values of what the kind is also about; null when it is about nothing else. */
  subjects: readonly [string, string] | null
  /** Two values of its state; null when it has none. */
  states: readonly [string, string] | null
}

const SUBJECTS = ['subject-a', 'subject-b'] as const

/** A valid record of every kind, and by which questions it is found. */
export const samples: { [K in RecordKind]: Sample<K> } = {
  run: {
    make: ({ id, at, sessionId, subject, state }) => ({
      id,
      record: {
        schema: 'reflection.v1',
        task_ref: 'task',
        agent: 'an-agent',
        session_id: sessionId,
        timestamp: at,
        repo: 'repo',
        confidence: 0.5,
        most_likely_wrong: null,
        known_not_in_diff: 'nothing',
        risk: {
          needs_review: state === 'needs_review',
          score: 0.1,
          surface: 'docs',
          reason: 'why',
        },
        files_changed: ['README.md'],
        provenance: {
          source: 'stop-hook',
          reflection_attempt: 1,
          degraded: false,
          reflection_mode: 'solo',
        },
      },
      degraded_reasons: ['none'],
      declared_vs_computed: null,
      self_report_fingerprint: subject,
    }),
    hasSession: true,
    subjects: SUBJECTS,
    states: ['needs_review', 'ok'],
  },
  verdict: {
    make: ({ id, at, sessionId }) => ({
      id,
      session_id: sessionId,
      turn: 1,
      timestamp: at,
      complete: null,
      abstained: true,
      severity: 'NONE',
      feedback: 'feedback',
      missing: ['a test'],
      next_actions: ['write it'],
      requires_human_action: false,
      gates: ['tests'],
      judge: 'rules',
      degraded: false,
    }),
    hasSession: true,
    subjects: null,
    states: null,
  },
  lesson: {
    make: ({ id, at, sessionId, subject, state }) => ({
      id,
      lesson: {
        id,
        sessionId,
        taskId: 'task',
        subtaskId: subject,
        attemptNumber: 1,
        category: 'root_cause',
        analysis: 'analysis',
        suggestion: 'suggestion',
        actionItems: ['do it'],
        confidence: 0.5,
        createdAt: at,
      },
      state: state as 'active',
      stateReason: null,
      pinned: false,
      tainted: false,
      transient: false,
      fingerprint: 'fingerprint',
      reinforced: 0,
      madeBy: 'model',
      adjusted: ['confidence'],
      files: ['src/a.ts'],
      seenIn: [{ sessionId, taskId: 'task', subtaskId: subject, attemptNumber: 1, at }],
      episode: {
        failureId: 'failure',
        failureType: 'test_failure',
        subtaskDescription: 'description',
        errorOutput: 'error',
        filesModified: ['src/a.ts'],
      },
      firstSeenAt: at,
    }),
    hasSession: true,
    subjects: SUBJECTS,
    states: ['active', 'retired'],
  },
  exposure: {
    make: ({ id, at, sessionId, subject, state }) => ({
      id,
      lessonId: subject,
      sessionId,
      taskId: 'task',
      turn: 1,
      arm: 'shown',
      outcome: state as 'open',
      openedAt: at,
      closedAt: null,
    }),
    hasSession: true,
    subjects: SUBJECTS,
    states: ['open', 'success'],
  },
  memory: {
    make: ({ id, at, subject }) => ({
      id,
      owner: subject,
      ts: at,
      text: 'text',
      tags: ['tag'],
      kind: 'note',
      vec_full: [0.6, 0.8],
      provenance: 'a turn',
    }),
    hasSession: false,
    subjects: SUBJECTS,
    states: null,
  },
  outcome: {
    make: ({ id, at, subject, state }) => ({
      session_id: id,
      task_id: subject,
      objective: 'objective',
      status: state as 'failed',
      result: 'result',
      result_length: 6,
      error: 'error',
      duration_ms: 1,
      rounds: 1,
      tokens: 1,
      tools_used: ['bash'],
      skills_read: ['testing'],
      timestamp: at,
    }),
    hasSession: false,
    subjects: SUBJECTS,
    states: ['completed', 'failed'],
  },
  finding: {
    make: ({ id, at, subject, state }) => ({
      id,
      rule: 'rule',
      severity: 'warning',
      subject_type: 'task',
      subject_id: subject,
      detail: 'detail',
      action_taken: '',
      state: state as 'open',
      opened_at: at,
      resolved_at: null,
    }),
    hasSession: false,
    subjects: SUBJECTS,
    states: ['open', 'resolved'],
  },
  task: {
    make: ({ id, at, state }) => ({
      id,
      content: 'content',
      ai_prompt: 'prompt',
      schedule: { cron: '0 3 * * *', time_zone: 'UTC' },
      status: state as 'active',
      pause_reason: 'reason',
      run_count: 1,
      last_run_at: at,
      last_result_summary: 'summary',
      runner: 'runner',
      timeout_ms: 1000,
    }),
    hasSession: false,
    subjects: null,
    states: ['active', 'paused'],
  },
  interaction: {
    make: ({ id, at, sessionId, subject }) => ({
      id,
      action: subject,
      session: sessionId,
      input: 'input',
      output: 'output',
      timestamp: at,
    }),
    hasSession: true,
    subjects: SUBJECTS,
    states: null,
  },
  model_call: {
    make: ({ id, at, sessionId, subject, state }) => ({
      id,
      sessionId,
      role: subject as 'judge',
      backend: 'backend',
      model: 'model',
      startedAt: at,
      durationMs: 1,
      inputTokens: 1,
      outputTokens: null,
      cost: 0.25,
      outcome: state as 'ok',
      reason: 'reason',
    }),
    hasSession: true,
    subjects: ['judge', 'lesson'],
    states: ['ok', 'failed'],
  },
  due: {
    make: ({ id, at, sessionId, subject, state }) => ({
      id,
      sessionId,
      kind: subject,
      owner: state as 'server',
      dueAt: at,
      expiresAt: '2031-01-01T00:00:00.000Z',
      payload: { why: 'quiet' },
    }),
    hasSession: true,
    subjects: SUBJECTS,
    states: ['resident-hook', 'server'],
  },
  skill_change: {
    make: ({ id, at, subject, state }) => ({
      id,
      skill: subject,
      reason: 'reason',
      before: null,
      after: 'after',
      state: state as 'proposed',
      verdict: 'verdict',
      commit: null,
      proposed_at: at,
      settled_at: null,
    }),
    hasSession: false,
    subjects: SUBJECTS,
    states: ['proposed', 'rejected'],
  },
}

export const recordKinds = Object.keys(samples) as RecordKind[]

/** The n-th instant of the suite's time. */
export const instant = (n: number): string =>
  new Date(Date.UTC(2030, 0, 1) + n * 1000).toISOString()

/** A valid write; fields that are not given have the first of the kind's values. */
export function sampleWrite(kind: RecordKind, fields: Partial<SampleFields> = {}): RecordWrite {
  const { make, subjects, states } = samples[kind]
  const record = make({
    id: 'id-1',
    at: instant(1),
    sessionId: 'session-a',
    subject: subjects?.[0] ?? '',
    state: states?.[0] ?? '',
    ...fields,
  })
  return { kind, record } as RecordWrite
}

export const sampleEvent = (fields: Partial<NewLogEvent> = {}): NewLogEvent => ({
  at: instant(1),
  kind: 'agent.tested',
  sessionId: 'session-a',
  key: null,
  body: { said: 'something' },
  ...fields,
})

export const sampleState = (fields: Partial<SessionState> = {}): SessionState => ({
  sessionId: 'session-a',
  agent: 'an-agent',
  parentSessionId: null,
  projectRoot: '/project',
  startPoint: null,
  startedAt: instant(0),
  updatedAt: instant(1),
  endedAt: null,
  turn: 1,
  turnEnd: 'open',
  attempts: 0,
  pushes: {},
  refused: false,
  openRequests: ['request-1'],
  lease: { fence: 1, turn: 1, expiresAt: instant(30) },
  lastFence: 1,
  stops: 0,
  ...fields,
})
