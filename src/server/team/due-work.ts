/**
 * What a team's server does by itself, as jobs of the queue that all its servers share: of several one
 * does each, and when that one dies another does, a lease later. Every server plans what a day and a week
 * need, under keys, so that it does not matter which one runs.
 */
import type { Job, Queue, TakenJob } from '../../queue.js'
import type { PostgresDatabase } from '../../store/postgres.js'
import { mondayOf } from '../../util/monday-of.js'
import { msSince } from '../../util/ms-since.js'
import { deleteOldRows } from './delete-old-rows.js'
import { readTeamDigest } from './read-team-digest.js'
import type { TeamMetrics } from './team-metrics.js'

export interface DueWorkInput {
  database: Pick<PostgresDatabase, 'openStore' | 'listProjectNames' | 'access' | 'digests'>
  queue: Queue
  metrics: Pick<TeamMetrics, 'countJob'>
  now(): Date
  /** Told what was done, and what failed. */
  log(line: string): void
}

/** Something to do for one project; `more` when there was no time for all of it. */
type Work = (
  input: DueWorkInput,
  job: { project: string; period: string; signal: AbortSignal },
) => Promise<'done' | 'more'>

export const TEAM_JOBS = ['team-retention', 'team-digest'] as const
type TeamJob = (typeof TEAM_JOBS)[number]

export const LEASE_MS = 60_000
/** Work that can stop in the middle does so before its lease ends. */
const WORK_MS = 40_000
const LOOK_EVERY_MS = 5000
const DAY_MS = 86_400_000
/** Machines that were off at the end of a week have until then to send what they have. */
const DIGEST_AFTER_MS = 6 * 3_600_000

const works: Readonly<Record<TeamJob, Work>> = {
  async 'team-retention'({ database, now, log }, { project, signal }) {
    const { gone, days, isDone } = await deleteOldRows(database, { project, now: now(), signal })
    if (gone > 0) log(`${project}: ${gone} rows were older than ${days} days`)
    return isDone ? 'done' : 'more'
  },
  async 'team-digest'({ database, log }, { project, period }) {
    const digest = await readTeamDigest(await database.openStore({ project }), period)
    if (digest !== null && (await database.digests.keep(project, digest))) {
      log(`${project}: the digest of the week of ${period} is there`)
    }
    return 'done'
  },
}

/** Looks every few seconds. */
export function startDueWork(input: DueWorkInput): { stop(): Promise<void> } {
  const plan = openPlan(input)
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  const look = () => {
    running ??= plan()
      .then(() => doDueWork(input, stopping.signal))
      .catch((error: unknown) => input.log(`Due work failed: ${String(error)}`))
      .finally(() => (running = null))
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  look()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** Plans the day and the week of every project, once for each day. */
export function openPlan({ database, queue, now }: DueWorkInput): () => Promise<void> {
  const planned = new Map<string, string>()
  return async () => {
    const day = now().toISOString().slice(0, 10)
    const projects = await database.listProjectNames()
    const fresh = projects.filter((project) => planned.get(project) !== day)
    await queue.plan(fresh.flatMap((project) => jobsOf(project, now())))
    for (const project of fresh) planned.set(project, day)
  }
}

function jobsOf(project: string, now: Date): Job[] {
  const day = now.toISOString().slice(0, 10)
  const monday = mondayOf(now).getTime()
  const week = new Date(monday - 7 * DAY_MS).toISOString().slice(0, 10)
  return [
    job('team-retention', { project, period: day }, `${day}T00:00:00.000Z`),
    job('team-digest', { project, period: week }, new Date(monday + DIGEST_AFTER_MS).toISOString()),
  ]
}

const job = (
  kind: TeamJob,
  payload: { project: string; period: string; part?: string },
  dueAt: string,
): Job => ({
  id: [payload.project, payload.period, payload.part ?? '1'].join(' '),
  kind,
  dueAt,
  payload,
})

/** What is due, one after the other, so that no job waits while its lease runs. */
export async function doDueWork(input: DueWorkInput, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const [taken] = await input.queue.take(TEAM_JOBS, 1)
    if (taken === undefined) return
    await doJob(input, taken, signal)
  }
}

async function doJob(input: DueWorkInput, taken: TakenJob, signal: AbortSignal): Promise<void> {
  const { queue, metrics, now, log } = input
  const since = process.hrtime()
  const kind = taken.kind as TeamJob
  const { project = '', period = '', part = '1' } = taken.payload
  try {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(WORK_MS)])
    const end = await works[kind](input, { project, period, signal: ends })
    if (end === 'more') {
      const next = { project, period, part: String(Number(part) + 1) }
      await queue.plan([job(kind, next, now().toISOString())])
    }
    const isOurs = await queue.settle(taken)
    metrics.countJob({ kind, end: isOurs ? 'done' : 'lost', ms: msSince(since) })
  } catch (error) {
    // Another server, or this one, has it again when the lease ends.
    metrics.countJob({ kind, end: 'failed', ms: msSince(since) })
    log(`${project}: ${kind} failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
