import { needsReview } from '../../schema/needs-review.js'
import type { RecordKind, RecordOf } from '../../schema/records.js'

/** What is asked of a record, taken out of its body so that it can be indexed. */
export interface RecordColumns {
  id: string
  session_id: string | null
  /** What else it is about: a task, a lesson, an owner, a self-report. */
  subject: string | null
  state: string | null
  at: string
}

export interface Table<K extends RecordKind> {
  name: string
  columns(record: RecordOf<K>): RecordColumns
  /** Which columns get an index together with `at`. `at` alone always has one, for retention. */
  asked: readonly ('session_id' | 'subject' | 'state')[]
}

/** All tables of records have one shape: these columns and the body as JSON. */
export const tables: { [K in RecordKind]: Table<K> } = {
  run: {
    name: 'run_records',
    columns: (row) => ({
      ...columns(row.id, row.record.timestamp),
      session_id: row.record.session_id,
      subject: row.self_report_fingerprint,
      state: needsReview(row) ? 'needs_review' : 'ok',
    }),
    asked: ['session_id', 'subject'],
  },
  verdict: {
    name: 'verdicts',
    columns: (row) => ({ ...columns(row.id, row.timestamp), session_id: row.session_id }),
    asked: ['session_id'],
  },
  lesson: {
    name: 'lessons',
    columns: ({ id, lesson, state }) => ({
      ...columns(id, lesson.createdAt),
      session_id: lesson.sessionId,
      subject: lesson.subtaskId,
      state,
    }),
    asked: ['subject', 'state'],
  },
  exposure: {
    name: 'exposures',
    columns: (row) => ({
      ...columns(row.id, row.openedAt),
      session_id: row.sessionId,
      subject: row.lessonId,
      state: row.outcome,
    }),
    asked: ['session_id', 'subject', 'state'],
  },
  memory: {
    name: 'memory_entries',
    columns: (row) => ({ ...columns(row.id, row.ts), subject: row.owner }),
    asked: ['subject'],
  },
  outcome: {
    name: 'outcomes',
    columns: (row) => ({
      ...columns(row.session_id, row.timestamp),
      session_id: row.session_id,
      subject: row.task_id,
      state: row.status,
    }),
    asked: ['subject', 'state'],
  },
  finding: {
    name: 'findings',
    columns: (row) => ({
      ...columns(row.id, row.opened_at),
      subject: row.subject_id,
      state: row.state,
    }),
    asked: ['subject', 'state'],
  },
  task: {
    name: 'tasks',
    columns: (row) => ({
      ...columns(row.id, row.last_run_at ?? '1970-01-01T00:00:00.000Z'),
      state: row.status,
    }),
    asked: ['state'],
  },
  interaction: {
    name: 'interaction_log',
    columns: (row) => ({
      ...columns(row.id, row.timestamp),
      session_id: row.session,
      subject: row.action,
    }),
    asked: ['session_id', 'subject'],
  },
  model_call: {
    name: 'model_calls',
    columns: (row) => ({
      ...columns(row.id, row.startedAt),
      session_id: row.sessionId,
      subject: row.role,
      state: row.outcome,
    }),
    asked: ['session_id'],
  },
  due: {
    name: 'due_rows',
    columns: (row) => ({
      ...columns(row.id, row.dueAt),
      session_id: row.sessionId,
      subject: row.kind,
      state: row.owner,
    }),
    asked: ['session_id', 'subject', 'state'],
  },
  skill_change: {
    name: 'skill_changes',
    columns: (row) => ({
      ...columns(row.id, row.proposed_at),
      subject: row.skill,
      state: row.state,
    }),
    asked: ['subject', 'state'],
  },
  check: {
    name: 'checks',
    columns: (row) => ({
      ...columns(row.id, row.createdAt),
      subject: row.name,
      state: row.state,
    }),
    asked: ['state'],
  },
  check_run: {
    name: 'check_runs',
    columns: (row) => ({
      ...columns(row.id, row.startedAt),
      session_id: row.sessionId,
      subject: row.checkId,
      state: row.state,
    }),
    asked: ['session_id', 'subject', 'state'],
  },
  demand: {
    name: 'demands',
    columns: (row) => ({
      ...columns(row.id, row.askedAt),
      session_id: row.sessionId,
      state: row.state,
    }),
    asked: ['session_id'],
  },
  episode: {
    name: 'episodes',
    columns: (row) => ({
      ...columns(row.id, row.startedAt),
      session_id: row.sessionId,
      subject: row.key,
      state: row.state,
    }),
    asked: ['session_id', 'subject', 'state'],
  },
  session_outcome: {
    name: 'session_outcomes',
    columns: (row) => ({
      ...columns(row.id, row.endedAt),
      session_id: row.sessionId,
      subject: row.basis,
      state: row.status,
    }),
    asked: ['session_id', 'state'],
  },
  recall: {
    name: 'recalls',
    columns: (row) => ({
      ...columns(row.id, row.at),
      session_id: row.sessionId,
      subject: row.item.id,
      state: row.arm,
    }),
    asked: ['session_id', 'subject'],
  },
  skill_state: {
    name: 'skill_states',
    columns: (row) => ({ ...columns(row.id, row.at), subject: row.skill, state: row.state }),
    asked: ['subject', 'state'],
  },
  trial: {
    name: 'trials',
    columns: (row) => ({
      ...columns(row.id, row.startedAt),
      subject: row.skill,
      state: row.state,
    }),
    asked: ['subject'],
  },
  self_line: {
    name: 'self_lines',
    columns: (row) => ({ ...columns(row.id, row.madeAt), subject: row.about, state: row.state }),
    asked: ['subject', 'state'],
  },
  outbox: {
    name: 'outbox',
    columns: (row) => ({
      ...columns(row.id, row.createdAt),
      subject: row.recordId,
      state: row.state,
    }),
    asked: ['subject', 'state'],
  },
}

const columns = (id: string, at: string): RecordColumns => ({
  id,
  session_id: null,
  subject: null,
  state: null,
  at,
})
