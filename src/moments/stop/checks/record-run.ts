import type { CheckRun } from '../../../schema/check-run.js'
import type { Store } from '../../../store.js'

/** Recorded while the process still waits to begin: who comes after a crash finds it. False when it is over. */
export async function recordStart(run: CheckRun, store: Store): Promise<boolean> {
  const { id, name, pid, processStartedAt, startedAt: at } = run
  return store.change({ kind: 'check_run', id, at }, (kept) => {
    const isOver = kept !== null && kept.state !== 'running'
    const body = { run: id, check: name, pid, processStartedAt }
    const event = { at, kind: 'check.started', sessionId: run.sessionId, key: null, body }
    return {
      writes: isOver ? [] : [{ kind: 'check_run', record: run }],
      removes: [],
      events: isOver ? [] : [event],
      result: !isOver,
    }
  })
}

/** Its end, unless it was ended by another process meanwhile: then what that one recorded counts. */
export async function recordEnd(run: CheckRun, store: Store): Promise<CheckRun> {
  const at = run.endedAt ?? run.startedAt
  return store.change({ kind: 'check_run', id: run.id, at }, (kept) => {
    const isOver = kept !== null && kept.state !== 'running'
    const body = { run: run.id, check: run.name, state: run.state, result: run.result }
    const event = { at, kind: 'check.ended', sessionId: run.sessionId, key: null, body }
    return {
      writes: isOver ? [] : [{ kind: 'check_run', record: run }],
      removes: [],
      events: isOver ? [] : [event],
      result: isOver ? { ...kept, durationMs: null } : run,
    }
  })
}
