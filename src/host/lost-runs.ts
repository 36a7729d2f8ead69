import type { DueRow } from '../schema/due-row.js'
import type { Outcome } from '../schema/outcome.js'
import { processStart } from '../util/process-start.js'
import type { HostDeps } from './host-deps.js'
import { leaseHolder } from './lease.js'
import { recordOutcome } from './outcomes.js'
import { failedRun } from './runner.js'
import { runLease } from './sub-session.js'

/**
 * Runs whose process was killed: they are interrupted, once, and what they left running is ended.
 * A run is lost when its lease is not renewed. Returns the outcomes that were recorded for them.
 */
export async function settleLostRuns(rows: readonly DueRow[], deps: HostDeps): Promise<Outcome[]> {
  const settled: Outcome[] = []
  for (const row of rows.filter(({ kind }) => kind === 'run-watch')) {
    const { session = '', task = null } = row.payload
    const holder = await leaseHolder(runLease(task, session), deps)
    if (holder === session) continue
    endOrphan(row)
    const outcome = lostOutcome(row, deps.now())
    if (await recordOutcome(outcome, deps)) settled.push(outcome)
    else await deps.store.remove('due', row.id, deps.now().toISOString())
  }
  return settled
}

/** Only a process that certainly is the one that was started is ended. */
function endOrphan({ payload: { pid = '', started = '' } }: DueRow): void {
  if (started === '' || processStart(Number(pid)) !== started) return
  try {
    process.kill(-Number(pid), 'SIGKILL')
  } catch {
    // It ended in between.
  }
}

function lostOutcome({ payload }: DueRow, now: Date): Outcome {
  const startedAt = Date.parse(payload['started_at'] ?? '')
  return {
    ...failedRun('the process that ran it was lost'),
    status: 'interrupted',
    session_id: payload['session'] ?? '',
    task_id: payload['task'] ?? null,
    objective: payload['objective'] ?? '',
    duration_ms: Number.isNaN(startedAt) ? 0 : Math.max(0, now.getTime() - startedAt),
    timestamp: now.toISOString(),
  }
}
