import { reportLessons } from '../../memory/lesson-report.js'
import { mismatchOf, orderReview } from '../../risk/order-review.js'
import { readTrackRecord } from '../../moments/stop/track-record.js'
import type { Overview } from '../../schema/api/overview.js'
import type { LogEvent } from '../../schema/log-event.js'
import type { Verdict } from '../../schema/verdict.js'
import type { Store } from '../../store.js'
import type { Answer, ApiDeps } from './api-deps.js'
import { countEndings } from './overview/count-endings.js'
import { toRunItem } from './runs.js'
import { isStopPush } from './sessions/is-stop-push.js'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30
const MAX_ROWS = 20_000
const MAX_SHOWN = 10

/** Is it worth it? What was judged in the window, how it ended, and what waits for a person. */
export const readOverview: Answer<'GET /overview'> = async ({ query }, deps) => {
  const { store, now } = deps.host
  const days = query.days ?? DEFAULT_DAYS
  const today = now().toISOString().slice(0, 10)
  const since = new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString()
  const verdicts = (await store.list('verdict', { since, limit: MAX_ROWS })).toReversed()
  const settled = await readSince(store, ['guard.settled'], since)
  const closed = await readSince(store, ['guard.closed'], since)
  const aborts = await readSince(store, ['agent.session-aborted'], since)
  const pushes = settled.filter(isStopPush)
  return {
    days,
    since,
    now: now().toISOString(),
    countedSince: latestStart([
      verdicts.map(({ timestamp }) => timestamp),
      ...[settled, closed, aborts].map((events) => events.map(({ at }) => at)),
    ]),
    stops: {
      ...countVerdicts(verdicts),
      pushedBack: pushes.length,
      notJudged: closed.length,
    },
    pushed: await countEndings(pushes, verdicts, {
      aborts,
      readSession: (id) => store.readSession(id),
    }),
    series: toSeries(since, days, verdicts, pushes),
    findings: {
      open: await store.count('finding', { state: 'open' }),
      newest: await store.list('finding', { state: 'open', limit: MAX_SHOWN }),
    },
    review: await readReview(store, since),
    spend: await readSpend(deps, today),
    lessons: await readLessonCounts(deps),
    tasks: {
      active: await store.count('task', { state: 'active' }),
      paused: await store.count('task', { state: 'paused' }),
    },
    gates: (await readTrackRecord(store)).map((gate) => ({
      ...gate,
      reasons: { ...gate.reasons },
    })),
    outcomes: await countOutcomes(store, since),
    totals: {
      sessions: await store.count('session'),
      runs: await store.count('run'),
      verdicts: await store.count('verdict'),
      events: await store.count('event'),
    },
  }
}

async function countOutcomes(store: Store, since: string): Promise<Overview['outcomes']> {
  const count = (query: { state?: string; subject?: string }) =>
    store.count('session_outcome', { since, ...query })
  return {
    completed: await count({ state: 'completed' }),
    failed: await count({ state: 'failed' }),
    aborted: await count({ state: 'aborted' }),
    unknown: await count({ state: 'unknown' }),
    judged: await count({ subject: 'judge' }),
  }
}

/** The newest, oldest first. By time, not by id: what came out of the spool is as old as it says. */
async function readSince(store: Store, kinds: string[], since: string): Promise<LogEvent[]> {
  const query = { kinds, during: { since }, limit: MAX_ROWS, order: 'newest' } as const
  return (await store.readEvents(query)).toReversed()
}

/** From when on all of them are whole; null when none is full. */
const latestStart = (instants: readonly (readonly string[])[]): string | null =>
  instants
    .flatMap((list) => (list.length < MAX_ROWS ? [] : [list[0]!]))
    .reduce<string | null>((last, at) => (last === null || at > last ? at : last), null)

function countVerdicts(
  verdicts: readonly Verdict[],
): Omit<Overview['stops'], 'pushedBack' | 'notJudged'> {
  const count = (fits: (verdict: Verdict) => boolean) => verdicts.filter(fits).length
  return {
    judged: verdicts.length,
    complete: count(({ complete }) => complete === true),
    incomplete: count((v) => v.complete === false && !v.requires_human_action),
    needsPerson: count((v) => v.complete !== true && v.requires_human_action),
    abstained: count((v) => v.complete === null && !v.requires_human_action),
  }
}

function toSeries(
  since: string,
  days: number,
  verdicts: readonly Verdict[],
  pushes: readonly LogEvent[],
): Overview['series'] {
  const judged = countByDay(verdicts.map(({ timestamp }) => timestamp))
  const premature = countByDay(pushes.map(({ at }) => at))
  return Array.from({ length: days }, (_, n) => {
    const day = new Date(Date.parse(since) + n * DAY_MS).toISOString().slice(0, 10)
    const of = judged.get(day) ?? 0
    const pushed = premature.get(day) ?? 0
    return { day, judged: of, premature: pushed, rate: of === 0 ? null : Math.min(1, pushed / of) }
  })
}

function countByDay(instants: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const at of instants) {
    const day = at.slice(0, 10)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return counts
}

async function readReview(store: Store, since: string): Promise<Overview['review']> {
  const rows = await store.list('run', { since, limit: MAX_ROWS })
  const review = orderReview(rows)
  return {
    count: review.length,
    mismatches: review.filter((row) => mismatchOf(row) > 0).length,
    runs: await Promise.all(review.slice(0, MAX_SHOWN).map((row) => toRunItem(row, store))),
  }
}

async function readSpend({ host }: ApiDeps, day: string): Promise<Overview['spend']> {
  const { store, config } = host
  const sums = await store.sumCalls({ by: 'day', since: `${day}T00:00:00.000Z` })
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

async function readLessonCounts({ lessons }: ApiDeps): Promise<Overview['lessons']> {
  const report = await reportLessons(lessons)
  return {
    active: report.lessons.filter(({ state }) => state === 'active').length,
    shown: report.overall.arms.shown.n,
    helping: report.lessons.filter(({ verdict }) => verdict === 'helps').length,
  }
}
