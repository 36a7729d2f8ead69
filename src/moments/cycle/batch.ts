import { hostDue } from '../../host/due-rows.js'
import { hostEvent, readHostEvents } from '../../host/host-events.js'
import { isOwnSession, OWN_SESSION } from '../../host/own-session.js'
import { outcomesSince } from '../../host/outcomes.js'
import { countedSessions } from '../../host/session-outcomes.js'
import type { Store } from '../../store.js'
import { checkSubjects } from './check-subjects.js'
import type { Checked, Subjects } from './check-subjects.js'
import type { CycleDeps } from './cycle-deps.js'
import { lookbackStart, sessionLookbackStart } from './rules/rule.js'

const MAX_OUTCOMES = 2000
const MAX_SUBJECTS = 500

/**
 * Claims a batch when enough runs were completed since the last one. Each batch follows on the one
 * before it, so of several processes one gets it. The row that comes with it stays until the batch
 * is done.
 */
export async function claimBatch(deps: CycleDeps): Promise<boolean> {
  const { store, config, now } = deps
  const [last] = await readHostEvents(store, {
    kinds: ['reflection.batch'],
    order: 'newest',
    limit: 1,
  })
  const after = last?.kind === 'reflection.batch' ? last.body.up_to : 0
  const upTo = await nthCompletion(after, config.cycle.batchThreshold, deps)
  if (upTo === null) return false
  const at = now().toISOString()
  const key = `cycle-batch:${after}`
  const payload = { up_to: String(upTo) }
  const claimed = await store.once(key, () => ({
    writes: [
      { kind: 'due', record: hostDue('cycle-batch', String(upTo), { dueAt: now(), payload }) },
    ],
    removes: [],
    events: [hostEvent('reflection.batch', { up_to: upTo }, { at, sessionId: OWN_SESSION, key })],
    result: true,
  }))
  return claimed ?? false
}

/** The log id of the n-th completion after a cursor, ours left out; null when there are fewer. */
async function nthCompletion(
  after: number,
  count: number,
  { store }: CycleDeps,
): Promise<number | null> {
  let cursor = after
  let left = count
  for (;;) {
    const limit = left + 20
    const page = await readHostEvents(store, {
      kinds: ['sub_session.completed'],
      after: cursor,
      limit,
    })
    for (const { id, sessionId } of page) {
      cursor = id
      if (sessionId === null || isOwnSession(sessionId)) continue
      left -= 1
      if (left === 0) return id
    }
    if (page.length < limit) return null
  }
}

/** The rules over everything in the look-back. */
export async function runBatch(deps: CycleDeps, options?: { dryRun?: boolean }): Promise<Checked> {
  return checkSubjects(await recentSubjects(deps), deps, options)
}

async function recentSubjects({ store, config, now }: CycleDeps): Promise<Subjects> {
  const since = lookbackStart({ ...config.cycle, now: now().toISOString() })
  const outcomes = (await outcomesSince(store, since, { limit: MAX_OUTCOMES })).filter(
    ({ session_id }) => !isOwnSession(session_id),
  )
  const open = await store.list('finding', { state: 'open', limit: MAX_SUBJECTS })
  const openOf = (type: string) =>
    open.filter(({ subject_type }) => subject_type === type).map(({ subject_id }) => subject_id)
  const failed = [
    ...outcomes.filter(({ status }) => status === 'failed'),
    ...(await countedSessions(store, { since, state: 'failed', limit: MAX_OUTCOMES })),
  ]
  return {
    tasks: distinct([...outcomes.flatMap(({ task_id }) => task_id ?? []), ...openOf('task')]),
    skills: distinct([...failed.flatMap(({ skills_read }) => skills_read), ...openOf('skill')]),
    checks: distinct([...(await troubledChecks(store, now())), ...openOf('check')]),
    sessions: true,
  }
}

/** Failures that more than one session met, and checks that were not always green. */
async function troubledChecks(store: Store, now: Date): Promise<string[]> {
  const query = { since: sessionLookbackStart({ now: now.toISOString() }), limit: MAX_OUTCOMES }
  const keys = (await store.list('episode', query)).map(({ key }) => key)
  const runs = await store.list('check_run', { ...query, state: 'finished' })
  const met = new Set<string>()
  const again = keys.filter((key) => met.size === met.add(key).size)
  return [...again, ...runs.filter(({ result }) => result !== 'passed').map((run) => run.checkId)]
}

const distinct = (names: readonly string[]): string[] =>
  [...new Set(names)].sort().slice(0, MAX_SUBJECTS)
