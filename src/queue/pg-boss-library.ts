import { createRequire } from 'node:module'
import { ReflectError } from '../schema/error.js'
import { INSTALL_TEAM_PACKAGES } from '../util/team-packages.js'

/** The part of the package `pg-boss` that we use. */
export interface PgBoss {
  on(event: 'error', listener: (error: unknown) => void): unknown
  start(): Promise<unknown>
  stop(options: { graceful: boolean }): Promise<void>
  createQueue(name: string): Promise<void>
  getQueue(name: string): Promise<object | null>
  insert(jobs: readonly NewBossJob[]): Promise<unknown>
  fetch(
    name: string,
    options: { batchSize: number; includeMetadata: true },
  ): Promise<readonly BossJob[]>
  getJobById(name: string, id: string): Promise<BossJob | null>
  complete(name: string, id: string): Promise<{ affected: number }>
  getQueueSize(name: string): Promise<number>
}

interface BossData {
  id: string
  payload: Readonly<Record<string, string>>
}

interface NewBossJob {
  /** A UUID; one that is known changes nothing. */
  id: string
  name: string
  data: BossData
  startAfter: string
  expireInSeconds: number
  retryLimit: number
  keepUntil: string
}

export interface BossJob {
  data: BossData
  state: string
  /** How often it was handed out again. */
  retryCount: number
}

interface BossOptions {
  connectionString: string
  schema: string
  max: number
  connectionTimeoutMillis: number
  statement_timeout: number
  query_timeout: number
  keepAlive: boolean
  application_name: string
  schedule: boolean
  maintenanceIntervalSeconds: number
  archiveCompletedAfterSeconds: number
}

/** Only a team's server needs it, so only that installs it. */
export function loadPgBoss(): new (options: BossOptions) => PgBoss {
  const load = createRequire(import.meta.url)
  try {
    return load('pg-boss') as new (options: BossOptions) => PgBoss
  } catch (cause) {
    throw new ReflectError('driver-missing', 'The package `pg-boss` is not installed', {
      cause,
      remedy: INSTALL_TEAM_PACKAGES,
    })
  }
}
