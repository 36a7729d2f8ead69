import { JOB_KEPT_DAYS } from '../queue.js'
import type { Job, Queue, TakenJob } from '../queue.js'
import { sha256 } from '../util/sha256.js'
import { loadPgBoss } from './pg-boss-library.js'
import type { BossJob, PgBoss } from './pg-boss-library.js'

export interface PgBossQueueOptions {
  /** The address of the database. */
  url: string
  /** Every kind of job that is planned or taken here. */
  kinds: readonly string[]
  /** How long a taker has a job. */
  leaseMs: number
  /** How often jobs are looked for whose taker is gone. @default 10000 */
  lookEveryMs?: number
  /** @default 'reflectory_jobs' */
  schema?: string
  /** Told when the database does not answer; the queue goes on when it does again. */
  onError(error: unknown): void
}

export interface PgBossQueue extends Queue {
  /** How many jobs of each kind wait, due or not. */
  countWaiting(): Promise<Record<string, number>>
  close(): Promise<void>
}

const MAX_CONNECTIONS = 2
const CONNECT_TIMEOUT_MS = 5000
const QUERY_TIMEOUT_MS = 30_000
/** A job that fails at every attempt is given up after some hours; the next period has its own. */
const ATTEMPTS = 100

/**
 * The queue of a team: pg-boss in a schema of its own, on connections of its own. It follows the clock of
 * the database, so that servers whose clocks differ agree.
 */
export async function openPgBossQueue(options: PgBossQueueOptions): Promise<PgBossQueue> {
  const { kinds, leaseMs } = options
  const boss = await startBoss(options)
  const close = () => boss.stop({ graceful: false })
  try {
    for (const kind of kinds) await createQueue(boss, kind)
  } catch (error) {
    await close()
    throw error
  }
  return {
    async plan(jobs) {
      if (jobs.length > 0) await boss.insert(jobs.map((job) => toBossJob(job, leaseMs)))
    },

    async take(asked, limit) {
      const taken: TakenJob[] = []
      for (const kind of asked) {
        const batchSize = limit - taken.length
        if (batchSize === 0) break
        const jobs = await boss.fetch(kind, { batchSize, includeMetadata: true })
        taken.push(...jobs.map((job) => ({ ...job.data, kind, lease: leaseOf(job) })))
      }
      return taken
    },

    // The package would let any process that knows the id complete it, also after the lease.
    async settle({ kind, id, lease }) {
      const key = toKey(kind, id)
      const job = await boss.getJobById(kind, key)
      if (job === null || job.state !== 'active' || leaseOf(job) !== lease) return false
      return (await boss.complete(kind, key)).affected === 1
    },

    async countWaiting() {
      const sizes = kinds.map(async (kind) => [kind, await boss.getQueueSize(kind)] as const)
      return Object.fromEntries(await Promise.all(sizes))
    },

    close,
  }
}

async function startBoss(options: PgBossQueueOptions): Promise<PgBoss> {
  const { url, schema = 'reflectory_jobs', lookEveryMs = 10_000, onError } = options
  const Boss = loadPgBoss()
  const boss = new Boss({
    connectionString: url,
    schema,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS + 2000,
    keepAlive: true,
    application_name: 'reflectory-jobs',
    schedule: false,
    maintenanceIntervalSeconds: lookEveryMs / 1000,
    archiveCompletedAfterSeconds: JOB_KEPT_DAYS * 86_400,
  })
  boss.on('error', onError)
  await boss.start()
  return boss
}

const DEADLOCK = '40P01'
const CREATE_ATTEMPTS = 10

/** Of servers that start at the same time some are in each other's way; one gets through. */
async function createQueue(boss: PgBoss, kind: string): Promise<void> {
  for (let attempt = 1; (await boss.getQueue(kind)) === null; attempt += 1) {
    try {
      await boss.createQueue(kind)
    } catch (error) {
      const isInTheWay = (error as { code?: unknown }).code === DEADLOCK
      if (!isInTheWay || attempt === CREATE_ATTEMPTS) throw error
    }
  }
}

const toBossJob = ({ id, kind, dueAt, payload }: Job, leaseMs: number) => ({
  id: toKey(kind, id),
  name: kind,
  data: { id, payload },
  startAfter: dueAt,
  expireInSeconds: Math.ceil(leaseMs / 1000),
  retryLimit: ATTEMPTS,
  keepUntil: new Date(Date.parse(dueAt) + JOB_KEPT_DAYS * 86_400_000).toISOString(),
})

/** Goes up whenever the job is handed out again. */
const leaseOf = ({ retryCount }: BossJob): string => String(retryCount)

/** The package knows its jobs by UUIDs. */
const toKey = (kind: string, id: string): string =>
  sha256(`${kind}:${id}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
