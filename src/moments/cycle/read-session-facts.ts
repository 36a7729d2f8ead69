import { isLeftRed, readGreenSince } from '../../sums/green-since.js'
import { isNamed } from '../../read/episodes/episode-key.js'
import { isFirstRow } from '../../read/weakened/first-row.js'
import { readPush } from '../../guard/read-push.js'
import { isOwnSession } from '../../host/own-session.js'
import type { RunRow } from '../../schema/run-record.js'
import { isCountedOutcome } from '../../schema/is-counted-outcome.js'
import type { WeakenedCheck } from '../../schema/weakened-check.js'
import type { Store } from '../../store.js'
import { LAST_SESSIONS } from './rules/premature-stops.js'
import { MAX_MET, sessionLookbackStart } from './rules/rule.js'
import { LAST_SURE } from './rules/sure-and-wrong.js'
import type { CheckFacts, ProjectFacts, PushedSession, Settings } from './rules/rule.js'

type Times = Pick<Settings, 'now'>

/** The most rows of one kind that are read, so that the cost doesn't grow with history. */
const LIMIT = 200
const MAX_SETTLED = 100

/** What sessions of the look-back met of one failure, or of one of the user's checks. */
export async function readCheckFacts(
  store: Store,
  id: string,
  settings: Times,
): Promise<CheckFacts> {
  const query = { subject: id, since: sessionLookbackStart(settings), limit: MAX_MET }
  const episodes = await store.list('episode', query)
  const runs = await store.list('check_run', query)
  // A command alone may have failed for another reason each time.
  const named = episodes.filter((one) => !isOwnSession(one.sessionId) && isNamed(one))
  const left = named.filter(isLeftRed)
  const isGreenSince = await readGreenSince(store, left.at(-1)?.startedAt ?? settings.now)
  return {
    id,
    episodes: named,
    greenSince: new Set(left.filter(isGreenSince).map((one) => one.id)),
    runs: runs.filter(({ state }) => state === 'finished'),
  }
}

/** The last sessions that stopped, each with the gates that sent it back; newest first. */
export async function readPushedSessions(store: Store, settings: Times): Promise<PushedSession[]> {
  const since = sessionLookbackStart(settings)
  const { rows } = await store.pageSessions({ since, limit: LAST_SESSIONS * 4 })
  const stopped = rows.filter(
    ({ stops, parentSessionId, sessionId }) =>
      stops > 0 && parentSessionId === null && !isOwnSession(sessionId),
  )
  const pushed: PushedSession[] = []
  for (const { sessionId, updatedAt } of stopped.slice(0, LAST_SESSIONS)) {
    const query = { sessionId, kinds: ['guard.settled'], limit: MAX_SETTLED } as const
    const events = await store.readEvents({ ...query, order: 'newest' })
    const gates = events.flatMap((event) => readPush(event)?.gate ?? [])
    pushed.push({ sessionId, at: updatedAt, gates: [...new Set(gates)] })
  }
  return pushed
}

const PROJECT = 'project'

/** What the runs of the look-back say of their sessions, newest first. */
export async function readProjectFacts(store: Store, settings: Times): Promise<ProjectFacts> {
  const runs = await store.list('run', { since: sessionLookbackStart(settings), limit: LIMIT })
  const bySession = new Map<string, ProjectFacts['weakened'][number]>()
  for (const { record, ...row } of runs) {
    const [first] = weakenedIn(row)
    if (first === undefined || bySession.has(record.session_id)) continue
    const what = `${first.file}: ${first.detail}`
    bySession.set(record.session_id, { sessionId: record.session_id, at: record.timestamp, what })
  }
  return {
    id: PROJECT,
    sure: await readSure(store, runs),
    isSureNoted: runs.some((row) => row.review_advice?.order === 'note'),
    weakened: [...bySession.values()],
  }
}

/** A run has its advice while P1 passes, P2 is not killed and the agent was sure of it. */
async function readSure(store: Store, runs: readonly RunRow[]): Promise<ProjectFacts['sure']> {
  const advised = runs.filter((row) => (row.review_advice ?? null) !== null)
  const sessions = new Set(advised.map(({ record }) => record.session_id))
  const sure: ProjectFacts['sure'][number][] = []
  for (const sessionId of sessions) {
    if (sure.length === LAST_SURE) break
    const [end] = await store.list('session_outcome', { sessionId, limit: 1 })
    if (end === undefined || !isCountedOutcome(end)) continue
    sure.push({ sessionId, at: end.endedAt, isRight: end.status === 'completed' })
  }
  return sure
}

/** What was not asked for, and what is surely weaker or hides a red check. */
const weakenedIn = ({ weakened_checks = [] }: Pick<RunRow, 'weakened_checks'>): WeakenedCheck[] =>
  weakened_checks.filter(
    ({ kind, asked, red, pushes }) => !asked && (pushes || red || isFirstRow(kind)),
  )
