import type { Env } from '../config/paths.js'
import { openCheckRunner } from '../open-checks.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { CheckRun } from '../schema/check-run.js'
import type { Store } from '../store.js'
import type { Workspace } from '../workspace.js'

/** What the session does next makes a run for its last stop void. */
const ENDS: ReadonlySet<AgentEvent['kind']> = new Set([
  'prompt-submitted',
  'session-stopped',
  'session-aborted',
  'session-ended',
])

export interface EndChecksInput {
  workspace: Workspace
  store: Store
  env: Env
  now(): Date
}

/**
 * Ends checks whose result is no longer needed, whichever session they were for, and those of this
 * session when it goes on. One question to the store where nothing runs.
 */
export async function endChecks(event: AgentEvent, input: EndChecksInput): Promise<void> {
  const running = await input.store.list('check_run', { state: 'running' })
  if (running.length === 0) return
  const runner = openCheckRunner(input)
  for (const run of running) {
    const isLost = !runner.isAttended(run)
    if (!isLost && !isVoided(run, event)) continue
    // Recorded first: who waits for the process sees its end, and must not call it a failure.
    await settle({ ...run, state: isLost ? 'lost' : 'cancelled' }, input)
    runner.end(run)
  }
}

function isVoided({ sessionId, trigger }: CheckRun, event: AgentEvent): boolean {
  if (sessionId !== event.sessionId || !ENDS.has(event.kind)) return false
  // A stop that is delivered twice does not end what it began.
  if (event.kind === 'session-stopped') return trigger === 'background'
  return !(event.kind === 'prompt-submitted' && event.origin === 'ours')
}

async function settle(run: CheckRun, { store, now }: EndChecksInput): Promise<void> {
  const at = now().toISOString()
  const body = { run: run.id, check: run.name, state: run.state, result: null }
  await store.change({ kind: 'check_run', id: run.id, at }, (kept) => {
    const isOpen = kept?.state === 'running'
    const event = { at, kind: 'check.ended', sessionId: run.sessionId, key: null, body }
    return {
      writes: isOpen ? [{ kind: 'check_run', record: { ...run, endedAt: at } }] : [],
      removes: [],
      events: isOpen ? [event] : [],
      result: null,
    }
  })
}
