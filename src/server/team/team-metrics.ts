import { setTimeout as wait } from 'node:timers/promises'
import type { TeamReceipt } from '../../schema/api/team.js'
import { loadPromClient } from './prom-client-library.js'

export interface TeamMetrics {
  /** `route` is a pattern, so that there are as many as the server has. */
  countRequest(request: { method: string; route: string; status: number }): void
  countRows(receipt: TeamReceipt): void
  countJob(job: { kind: string; end: JobEnd; ms: number }): void
  /** In Prometheus' text format. Numbers alone: it names no project and no person. */
  toText(): Promise<{ type: string; text: string }>
}

/** `lost`: the work took longer than the lease, and another server has it. */
type JobEnd = 'done' | 'failed' | 'lost'

/** What is asked whenever the figures are. */
export interface MetricSources {
  connections(): { inUse: number; idle: number; waiting: number }
  countWaiting(): Promise<Record<string, number>>
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** Whoever asks for the figures waits no longer for a database that hangs. */
const PATIENCE_MS = 2000
const SECONDS = [0.01, 0.1, 0.5, 1, 5, 10, 30, 60]

/** Figures of one server since it started. */
export function openTeamMetrics(sources: MetricSources): TeamMetrics {
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = loadPromClient()
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'reflectory_requests_total',
    help: 'Requests that were answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const rows = new Counter({
    name: 'reflectory_rows_total',
    help: 'Rows that machines sent, by what became of them',
    labelNames: ['end'],
    registers,
  })
  const jobs = new Histogram({
    name: 'reflectory_job_duration_seconds',
    help: 'Due work that this server did',
    labelNames: ['kind', 'end'],
    buckets: SECONDS,
    registers,
  })
  const waitingJobs = new Gauge({
    name: 'reflectory_jobs_waiting',
    help: 'Due work of all servers that no server has taken',
    labelNames: ['kind'],
    registers,
  })
  const connections = new Gauge({
    name: 'reflectory_connections',
    help: 'Connections to the database, and requests that wait for one',
    labelNames: ['state'],
    registers,
  })

  async function look(): Promise<void> {
    const { inUse, idle, waiting } = sources.connections()
    connections.set({ state: 'in_use' }, inUse)
    connections.set({ state: 'idle' }, idle)
    connections.set({ state: 'waiting' }, waiting)
    // Without the database this is not known, and all else still is.
    waitingJobs.reset()
    const late = wait(PATIENCE_MS, {}, { ref: false })
    const counts = await Promise.race([sources.countWaiting().catch(() => ({})), late])
    for (const [kind, count] of Object.entries(counts)) waitingJobs.set({ kind }, count)
  }

  return {
    countRequest({ method, route, status }) {
      const known = METHODS.has(method) ? method : 'other'
      requests.inc({ method: known, route, status })
    },
    countRows({ accepted, known, refused }) {
      rows.inc({ end: 'accepted' }, accepted)
      rows.inc({ end: 'known' }, known)
      rows.inc({ end: 'refused' }, refused.length)
    },
    countJob: ({ kind, end, ms }) => jobs.observe({ kind, end }, ms / 1000),
    async toText() {
      await look()
      return { type: register.contentType, text: await register.metrics() }
    },
  }
}
