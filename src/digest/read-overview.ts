/**
 * Is it worth it? What was judged in a window of days, how it ended, and what waits for a person. The
 * page and the digest show the same figures because both have them from here.
 */
import { askedOf } from './asked-of.js'
import type { LessonStorage } from '../memory/lesson-storage.js'
import { readEarly } from './read-early.js'
import { readWaits } from './read-waits.js'
import { reportLessons } from '../memory/lesson-report.js'
import type { LessonReport } from '../memory/lesson-report.js'
import { readTrackRecord } from '../moments/stop/track-record.js'
import type { Overview } from '../schema/api/overview.js'
import type { RunItem } from '../schema/api/run.js'
import { Ending } from '../schema/api/session.js'
import type { Config } from '../schema/config.js'
import type { RunRow } from '../schema/run-record.js'
import type { Store } from '../store.js'
import { readAgentCost } from '../sums/agent-cost.js'
import { countOf, countsUnder } from '../sums/counts.js'
import type { Counts } from '../sums/counts.js'
import { readCallSums } from '../sums/read-call-sums.js'
import {
  readAllDays,
  readDays,
  readLessonCounts,
  readWaitingRuns,
  sumDays,
  windowStart,
} from '../sums/read-sums.js'
import type { DaySum } from '../sums/read-sums.js'

const DAY_MS = 86_400_000
const MAX_SHOWN = 10

export interface OverviewInput {
  store: Store
  lessons: LessonStorage
  config: Config
  now: Date
  days: number
}

export async function readOverview(input: OverviewInput): Promise<Overview> {
  const { store, now, days } = input
  const since = windowStart(now, days)
  const window = await readDays(store, since)
  const sums = sumDays(window)
  const judged = countsUnder(sums, 'verdict').reduce((sum, [, count]) => sum + count, 0)
  const isImported = (await store.listSessions(1))[0]?.imported === true
  return {
    days,
    since,
    now: now.toISOString(),
    isImported,
    early: isImported ? await readEarly(store, window, MAX_SHOWN) : [],
    waits: await readWaits(store, { now, limit: MAX_SHOWN }),
    stops: {
      judged,
      complete: countOf(sums, 'verdict complete'),
      incomplete: countOf(sums, 'verdict incomplete'),
      needsPerson: countOf(sums, 'verdict needs_person'),
      abstained: countOf(sums, 'verdict abstained'),
      pushedBack: countOf(sums, 'pushed'),
      notJudged: countOf(sums, 'not_judged'),
    },
    pushed: toPushed(sums),
    series: toSeries(since, days, window),
    findings: {
      open: await store.count('finding', { state: 'open' }),
      newest: await store.list('finding', { state: 'open', limit: MAX_SHOWN }),
    },
    review: {
      count: countOf(sums, 'review'),
      mismatches: countOf(sums, 'review_mismatch'),
      runs: await readWaiting(store, since, MAX_SHOWN),
    },
    spend: await readSpend(input),
    agents: await readAgentCost(store, {
      by: 'model',
      since,
      prices: input.config.models.prices,
    }),
    lessons: await countLessons(input),
    tasks: {
      active: await store.count('task', { state: 'active' }),
      paused: await store.count('task', { state: 'paused' }),
      runs: {
        completed: countOf(sums, 'task completed'),
        failed: countOf(sums, 'task failed'),
        timeout: countOf(sums, 'task timeout'),
        interrupted: countOf(sums, 'task interrupted'),
      },
    },
    gates: (await readTrackRecord(store)).map((gate) => ({
      ...gate,
      reasons: { ...gate.reasons },
    })),
    outcomes: {
      completed: countOf(sums, 'outcome completed'),
      failed: countOf(sums, 'outcome failed'),
      waiting: countOf(sums, 'outcome waiting'),
      aborted: countOf(sums, 'outcome aborted'),
      unknown: countOf(sums, 'outcome unknown'),
      judged: countOf(sums, 'outcome_by_judge'),
    },
    totals: toTotals(await readAllDays(store)),
  }
}

const toPushed = (sums: Counts): Overview['pushed'] => {
  const endings = Ending.options.flatMap((ending) => {
    const turns = countOf(sums, `ending ${ending}`)
    return turns === 0 ? [] : [{ ending, turns }]
  })
  return { turns: endings.reduce((sum, { turns }) => sum + turns, 0), endings }
}

function toSeries(since: string, days: number, window: readonly DaySum[]): Overview['series'] {
  const byDay = new Map(window.map(({ day, counts }) => [day, counts]))
  return Array.from({ length: days }, (_, n) => {
    const day = new Date(Date.parse(since) + n * DAY_MS).toISOString().slice(0, 10)
    const counts = byDay.get(day) ?? {}
    const judged = countsUnder(counts, 'verdict').reduce((sum, [, count]) => sum + count, 0)
    const premature = countOf(counts, 'verdict incomplete')
    return { day, judged, premature, rate: judged === 0 ? null : premature / judged }
  })
}

/** The runs that wait for a review, in the order in which they should get it. */
export async function readWaiting(store: Store, since: string, limit: number): Promise<RunItem[]> {
  const ids = await readWaitingRuns(store, { since, limit })
  const rows = await Promise.all(ids.map((id) => store.get('run', id)))
  return Promise.all(rows.filter((row) => row !== null).map((row) => toRunItem(row, store)))
}

/** An outcome has the id of its session. */
export async function toRunItem(row: RunRow, store: Store): Promise<RunItem> {
  const { session_id: sessionId, timestamp } = row.record
  const outcome = await store.get('outcome', sessionId)
  return {
    ...row,
    outcome: outcome?.status ?? null,
    asked: await askedOf(sessionId, timestamp, store),
  }
}

async function readSpend({ store, config, now }: OverviewInput): Promise<Overview['spend']> {
  const day = now.toISOString().slice(0, 10)
  const sums = await readCallSums(store, { by: 'day', since: `${day}T00:00:00.000Z` })
  const today = sums.find(({ group }) => group === day)
  return {
    day,
    calls: today?.calls ?? 0,
    spent: {
      timeMs: today?.durationMs ?? 0,
      tokens: (today?.inputTokens ?? 0) + (today?.outputTokens ?? 0),
      usd: today?.usd ?? 0,
    },
    budget: config.models.budget.day,
    unpriced: today?.unpriced ?? 0,
  }
}

/** What lessons did; from the sums where the store has the exposures. */
export async function readLessonReport({
  lessons,
  store,
  config,
}: Pick<OverviewInput, 'lessons' | 'store' | 'config'>): Promise<LessonReport> {
  if (config.lessons.storage === 'jsonl') return reportLessons(lessons)
  return reportLessons(lessons, await readLessonCounts(store))
}

async function countLessons(input: OverviewInput): Promise<Overview['lessons']> {
  const report = await readLessonReport(input)
  return {
    active: report.lessons.filter(({ state }) => state === 'active').length,
    shown: report.overall.arms.shown.n,
    helping: report.lessons.filter(({ verdict }) => verdict === 'helps').length,
  }
}

const toTotals = (sums: Counts): Overview['totals'] => ({
  sessions: countOf(sums, 'session'),
  runs: countsUnder(sums, 'run').reduce((sum, [, count]) => sum + count, 0),
  verdicts: countsUnder(sums, 'verdict').reduce((sum, [, count]) => sum + count, 0),
  events: countOf(sums, 'event'),
})
