import { isOwnSession } from '../../host/own-session.js'
import { countedOutcomes, outcomesSince } from '../../host/outcomes.js'
import { countedSessions } from '../../host/session-outcomes.js'
import type { Outcome } from '../../schema/outcome.js'
import type { SkillChange } from '../../schema/skill-change.js'
import type { Store } from '../../store.js'
import { compareText } from '../../util/compare-text.js'
import { lookbackStart } from './rules/rule.js'
import type { Settings, SkillFacts, TaskFacts } from './rules/rule.js'
import { sessionsReading } from './rules/skill-failure-correlation.js'

/** The most outcomes that a check reads of one kind, so that its cost doesn't grow with history. */
const LIMIT = 200

/** Most tasks are judged by their latest runs; only what they leave open needs more. */
const FIRST = 25

export async function readTaskFacts(
  store: Store,
  id: string,
  settings: Pick<Settings, 'minResultLength'>,
): Promise<TaskFacts> {
  const task = await store.get('task', id)
  const read = (limit: number) => store.list('outcome', { subject: id, limit })
  const first = await read(FIRST)
  const isJudged = first.length < FIRST || first.some((one) => endsBoth(one, settings))
  const outcomes = isJudged ? first : await read(LIMIT)
  return { id, task, outcomes: countedOutcomes(withoutOwn(outcomes)) }
}

/** A long result ends a streak of failures and a row of short results alike. */
const endsBoth = (
  { status, result_length }: Outcome,
  { minResultLength }: Pick<Settings, 'minResultLength'>,
): boolean => status === 'completed' && result_length >= minResultLength

export interface RecentOutcomes {
  failed: Outcome[]
  completed: Outcome[]
  failedShare: number
  completedShare: number
}

/** What failed and what worked in the look-back, for all skills alike. */
export async function readRecent(store: Store, settings: Settings): Promise<RecentOutcomes> {
  const since = lookbackStart(settings)
  const read = async (status: 'failed' | 'completed') =>
    newest(
      await outcomesSince(store, since, { status, limit: LIMIT }),
      await countedSessions(store, { since, state: status, limit: LIMIT }),
    )
  const [failed, completed] = [await read('failed'), await read('completed')]
  return {
    failed: withoutOwn(failed),
    completed: withoutOwn(completed),
    failedShare: shareRead(failed, settings),
    completedShare: shareRead(completed, settings),
  }
}

/** Runs of tasks and sessions of clients tell of a skill alike. */
const newest = (runs: readonly Outcome[], sessions: readonly Outcome[]): Outcome[] =>
  [...runs, ...sessions].sort((a, b) => compareText(b.timestamp, a.timestamp)).slice(0, LIMIT)

/** Which part of the look-back a list covers: all of it, unless it was cut. */
function shareRead(newestFirst: readonly Outcome[], { now, lookbackSeconds }: Settings): number {
  const oldest = newestFirst.at(-1)
  if (oldest === undefined || newestFirst.length < LIMIT) return 1
  const coveredMs = Date.parse(now) - Date.parse(oldest.timestamp)
  return Math.min(1, Math.max(coveredMs, 1) / (lookbackSeconds * 1000))
}

export async function readSkillFacts(
  store: Store,
  id: string,
  recent: RecentOutcomes,
  settings: Settings,
): Promise<SkillFacts> {
  const changes = await store.list('skill_change', { subject: id, state: 'approved', limit: 1 })
  const change = changes[0] ?? null
  return {
    id,
    ...recent,
    change,
    before: await readBefore(store, id, change, settings),
  }
}

/** A skill that there was not before is compared with all sessions before it. */
async function readBefore(
  store: Store,
  skill: string,
  change: SkillChange | null,
  settings: Settings,
): Promise<SkillFacts['before']> {
  const changedAt = change?.settled_at ?? null
  if (change === null || changedAt === null) return { failed: 0, completed: 0 }
  const since = lookbackStart({ ...settings, now: changedAt })
  const query = { since, before: changedAt, limit: LIMIT }
  const count = (outcomes: readonly Outcome[]): number =>
    change.before === null
      ? new Set(outcomes.map(({ session_id }) => session_id)).size
      : sessionsReading(skill, outcomes)
  const read = async (state: 'failed' | 'completed') => [
    ...withoutOwn(await store.list('outcome', { ...query, state })),
    ...(await countedSessions(store, { ...query, state })),
  ]
  return { failed: count(await read('failed')), completed: count(await read('completed')) }
}

const withoutOwn = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter(({ session_id }) => !isOwnSession(session_id))
