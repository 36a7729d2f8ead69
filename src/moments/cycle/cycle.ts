/**
 * Many runs later: what keeps going wrong? An outcome comes in; the rules look at its task and the
 * skills that it read, open what is new, resolve what has ended and pause what must not go on. What
 * costs a model's time is left as rows for the server. Sessions that the cycle itself started are
 * never looked at.
 * The cycle has doors of its own, because outcomes come after a client's events: code that records one
 * calls `checkOutcome`, code that settles a client's sessions `checkSessions`, and `runCycle` does what
 * was left undone.
 */
import { hostDueId, readHostDue } from '../../host/due-rows.js'
import { isOwnSession } from '../../host/own-session.js'
import type { Outcome } from '../../schema/outcome.js'
import { claimBatch, runBatch } from './batch.js'
import { checkSubjects } from './check-subjects.js'
import type { Checked } from './check-subjects.js'
import type { CycleDeps } from './cycle-deps.js'

/** Tier 1 for one outcome: the code that records it calls this before it ends. Twice does no harm. */
export async function checkOutcome(outcomeId: string, deps: CycleDeps): Promise<Checked> {
  const { store, now } = deps
  const outcome = await store.get('outcome', outcomeId)
  const isOurs = outcome === null || isOwnSession(outcome.session_id)
  const checked = isOurs || !deps.config.cycle.enabled ? NOTHING : await check(outcome, deps)
  const at = now().toISOString()
  const row = hostDueId('cycle-check', outcomeId)
  if ((await store.get('due', row)) !== null) await store.remove('due', row, at)
  return checked
}

const NOTHING: Checked = { opened: [], resolved: [], would: [] }

async function check(outcome: Outcome, deps: CycleDeps): Promise<Checked> {
  const { task_id, skills_read, status } = outcome
  const tasks = task_id === null ? [] : [task_id]
  const subjects = { tasks, skills: skills_read, checks: [], sessions: false }
  const checked = await checkSubjects(subjects, deps)
  if (status !== 'completed' || !(await claimBatch(deps))) return checked
  return merge(checked, await finishBatches(deps))
}

/** Does the batches that were claimed and not finished, whoever claimed them. */
export async function finishBatches(deps: CycleDeps): Promise<Checked> {
  const { store, now } = deps
  const batches = await readHostDue(store, ['cycle-batch'])
  if (batches.length === 0) return NOTHING
  const checked = await runBatch(deps)
  for (const { id } of batches) await store.remove('due', id, now().toISOString())
  return checked
}

const merge = (one: Checked, two: Checked): Checked => ({
  opened: [...one.opened, ...two.opened],
  resolved: [...one.resolved, ...two.resolved],
  would: [...one.would, ...two.would],
})
