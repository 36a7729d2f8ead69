import type { SessionOutcome } from '../../schema/session-outcome.js'
import type { Store } from '../../store.js'
import { checkSubjects } from './check-subjects.js'
import type { Checked } from './check-subjects.js'
import type { CycleDeps } from './cycle-deps.js'

const MAX_ROWS = 100

/** Tier 1 for sessions of clients whose outcome is new: the code that settles them calls this. */
export async function checkSessions(
  outcomes: readonly SessionOutcome[],
  deps: CycleDeps,
): Promise<Checked> {
  if (outcomes.length === 0 || !deps.config.cycle.enabled) {
    return { opened: [], resolved: [], would: [] }
  }
  const checks: string[] = []
  for (const { sessionId } of outcomes) checks.push(...(await checksOf(sessionId, deps.store)))
  checks.push(...(await openOnes(deps.store)))
  const skills = outcomes.flatMap(({ skillsRead }) => skillsRead)
  const subjects = { tasks: [], skills: [...new Set(skills)], checks: [...new Set(checks)] }
  return checkSubjects({ ...subjects, sessions: true }, deps)
}

/** The failures that a session met, and the user's checks that were run for it. */
async function checksOf(sessionId: string, store: Store): Promise<string[]> {
  const episodes = await store.list('episode', { sessionId, limit: MAX_ROWS })
  const runs = await store.list('check_run', { sessionId, limit: MAX_ROWS })
  return [...episodes.map(({ key }) => key), ...runs.map(({ checkId }) => checkId)]
}

/** What is open of checks may be over by a session that did not meet it. */
async function openOnes(store: Store): Promise<string[]> {
  const open = await store.list('finding', { state: 'open', limit: MAX_ROWS })
  return open.filter((one) => one.subject_type === 'check').map((one) => one.subject_id)
}
