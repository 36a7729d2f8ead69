import type { Outcome } from '../../../schema/outcome.js'
import type { Task } from '../../../schema/task.js'

export const NOW = '2030-01-02T12:00:00.000Z'

const STATUS = { C: 'completed', F: 'failed', T: 'timeout', I: 'interrupted' } as const

/** An instant so many minutes before NOW. */
export const before = (minutes: number): string =>
  new Date(Date.parse(NOW) - minutes * 60_000).toISOString()

export const outcome = (fields: Partial<Outcome> = {}): Outcome => ({
  session_id: 's',
  task_id: 'nightly',
  objective: 'Run the checks and say what failed',
  status: 'completed',
  result: 'x'.repeat(80),
  result_length: 80,
  error: null,
  duration_ms: 1000,
  rounds: 1,
  tokens: 0,
  tools_used: [],
  skills_read: [],
  timestamp: NOW,
  ...fields,
})

/** Outcomes from letters, oldest first: C completed, F failed, T timed out, I interrupted; ten minutes apart. */
export function history(letters: string, fields: Partial<Outcome> = {}, endsBefore = 0): Outcome[] {
  const all = [...letters]
  return all
    .map((letter, index) =>
      outcome({
        session_id: `s${index + 1}`,
        status: STATUS[letter as keyof typeof STATUS],
        error: letter === 'C' ? null : 'exit 1',
        timestamp: before(endsBefore + (all.length - 1 - index) * 10),
        ...fields,
      }),
    )
    .toReversed()
}

export const task = (fields: Partial<Task> = {}): Task => ({
  id: 'nightly',
  content: 'Nightly checks',
  ai_prompt: 'Run the checks and say what failed',
  schedule: { cron: '0 3 * * *', time_zone: 'UTC' },
  status: 'active',
  pause_reason: null,
  run_count: 5,
  last_run_at: null,
  last_result_summary: null,
  runner: 'agent',
  timeout_ms: 60_000,
  ...fields,
})
