import { readWaits } from '../../digest/read-waits.js'
import type { ProjectItem } from '../../schema/api/project.js'
import { findingText } from '../../schema/finding.js'
import { ReflectError } from '../../schema/error.js'
import { oneLine } from '../../util/one-line.js'
import { countOf, countsUnder } from '../../sums/counts.js'
import { readDays, sumDays, windowStart } from '../../sums/read-sums.js'
import type { Store } from '../../store.js'
import { count } from '../../util/count.js'
import type { OpenedProject, Projects } from '../projects.js'
import type { ApiDeps } from './api-deps.js'
import { readFailing } from './checks.js'

const DAYS = 30
const MAX_FAILING = 3
const MAX_WAITS = 100
const MAX_DETAIL = 200

/** All projects of this user: what waits, what keeps failing, how often agents stopped too early. */
export async function listProjects(projects: Projects): Promise<{ items: ProjectItem[] }> {
  const items: ProjectItem[] = []
  for (const id of projects.ids()) {
    const item = await readItem(id, projects).catch((error: unknown) => toBroken(id, error))
    if (item !== null) items.push(item)
  }
  return { items: items.sort(byActivity) }
}

const byActivity = (a: ProjectItem, b: ProjectItem): number =>
  (a.lastActiveAt ?? '') < (b.lastActiveAt ?? '') ? 1 : -1

async function readItem(id: string, projects: Projects): Promise<ProjectItem | null> {
  const project = await projects.find(id)
  if (project === null) return null
  const { store } = project.deps.host
  const [session] = await store.listSessions(1)
  return {
    id: project.id,
    name: project.name,
    root: project.root,
    isImported: project.isImported,
    isOwn: project === projects.own,
    lastActiveAt: session?.updatedAt ?? null,
    problem: null,
    figures: await readFigures(project),
  }
}

async function readFigures({ deps, isImported }: OpenedProject): Promise<ProjectItem['figures']> {
  const { store, now } = deps.host
  const sums = sumDays(await readDays(store, windowStart(now(), DAYS)))
  const judged = countsUnder(sums, 'verdict').reduce((sum, [, count]) => sum + count, 0)
  const premature = countOf(sums, 'verdict incomplete')
  const findings = await store.count('finding', { state: 'open' })
  return {
    days: DAYS,
    sessions: countOf(sums, 'session'),
    judged,
    premature,
    rate: judged === 0 ? null : premature / judged,
    waits: {
      sessions: (await readWaits(store, { now: now(), limit: MAX_WAITS })).length,
      reviews: countOf(sums, 'review'),
      findings,
      skillChanges: await store.count('skill_change', { state: 'proposed' }),
      pausedTasks: await store.count('task', { state: 'paused' }),
    },
    ...(isImported
      ? await failingChecksOf(deps)
      : { keepFailing: findings, failing: await openFindings(store) }),
  }
}

type Failing = NonNullable<ProjectItem['figures']>['failing']

async function openFindings(store: Store): Promise<Failing> {
  const open = await store.list('finding', { state: 'open', limit: MAX_FAILING })
  return open.map((finding) => ({
    id: finding.id,
    detail: oneLine(findingText(finding), MAX_DETAIL),
    openedAt: finding.opened_at,
  }))
}

/** No rule of the cycle looks at what was taken over; its checks tell the same. */
async function failingChecksOf({ host, workspace }: ApiDeps) {
  const all = await readFailing(host.store, workspace.root)
  const failing = all.slice(0, MAX_FAILING).map(({ check, error, sessions, times, history }) => ({
    id: `${check} ${error ?? ''}`,
    detail: oneLine(
      `${check}${error === null ? '' : ` (${error})`}: red ${count(times, 'time')} in ${count(sessions, 'session')}`,
      MAX_DETAIL,
    ),
    openedAt: history[0]?.at ?? host.now().toISOString(),
  }))
  return { keepFailing: all.length, failing }
}

/** One that can't be read is shown as such; the others are not its hostages. */
const toBroken = (id: string, error: unknown): ProjectItem => ({
  id,
  name: id,
  root: null,
  isImported: false,
  isOwn: false,
  lastActiveAt: null,
  problem: error instanceof ReflectError ? error.message : 'Its store could not be read',
  figures: null,
})
