import { createRequire } from 'node:module'
import { ReflectError } from '../../schema/error.js'
import { INSTALL_PG } from '../../util/team-packages.js'

/** The part of the package `pg` that we use. */
export interface PgLibrary {
  Pool: new (options: PgPoolOptions) => PgPool
}

interface PgPoolOptions {
  connectionString: string
  max?: number
  connectionTimeoutMillis?: number
  statement_timeout?: number
  lock_timeout?: number
  idle_in_transaction_session_timeout?: number
  query_timeout?: number
  keepAlive?: boolean
  application_name?: string
  options?: string
}

export interface PgPool {
  connect(): Promise<PgClient>
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'connect', listener: (client: PgClient) => void): unknown
  end(): Promise<void>
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

export interface PgClient {
  query(query: string | PgQuery): Promise<PgResult>
  /** true or an error: the connection is not used again. */
  release(broken?: boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  on(event: 'notification', listener: (notification: { payload?: string }) => void): unknown
}

interface PgQuery {
  /** How long to wait for the answer to this one. */
  query_timeout?: number
  /** Prepared under this name once per connection. */
  name?: string
  text: string
  values?: readonly unknown[]
}

interface PgResult {
  rows: Record<string, unknown>[]
  rowCount: number | null
}

/** Only teams need it, so only they install it. */
export function loadPg(): PgLibrary {
  const load = createRequire(import.meta.url)
  try {
    return load('pg') as PgLibrary
  } catch (cause) {
    throw new ReflectError('driver-missing', 'The package `pg` is not installed', {
      cause,
      remedy: INSTALL_PG,
    })
  }
}
