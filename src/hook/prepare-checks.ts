import type { CheckRunner } from '../checks.js'
import type { Env } from '../config/paths.js'
import { keepStartTree } from '../moments/stop/checks/start-tree.js'
import { openCheckRunner } from '../wiring/open-checks.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { CheckRun } from '../schema/check-run.js'
import type { Store } from '../store.js'
import type { Workspace } from '../wiring/workspace.js'

/** What the session does next makes a run for its last stop void. */
const ENDS: ReadonlySet<AgentEvent['kind']> = new Set([
  'prompt-submitted',
  'session-stopped',
  'session-aborted',
  'session-ended',
])

export interface PrepareChecksInput {
  workspace: Workspace
  store: Store
  env: Env
  now(): Date
}

/** What the user's checks need at an event, before anything looks at it. */
export async function prepareChecks(event: AgentEvent, input: PrepareChecksInput): Promise<void> {
  const runner = openCheckRunner(input)
  await endChecks(event, runner, input)
  await keepStartTree(event, {
    store: input.store,
    now: input.now(),
    worktree: input.workspace.root,
    fingerprint: (worktree) => runner.fingerprint(worktree, START_TREE_MS),
  })
}

/** A person waits for the session to begin. */
const START_TREE_MS = 1000

/**
 * Ends checks whose result is no longer needed, whichever session they were for, and those of this
 * session when it goes on. One question to the store where nothing runs.
 */
async function endChecks(
  event: AgentEvent,
  runner: CheckRunner,
  input: PrepareChecksInput,
): Promise<void> {
  const running = await input.store.list('check_run', { state: 'running' })
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

async function settle(run: CheckRun, { store, now }: PrepareChecksInput): Promise<void> {
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
