import { ReflectError } from '../../schema/error.js'
import type { ReflectErrorCode } from '../../schema/error.js'
import type { PgClient, PgPool } from './pg-library.js'
import { postgresErrorCode } from './postgres-dialect.js'

/** The way to one server. */
export interface PostgresServer {
  pool: PgPool
  /** Its address, without a password. */
  where: string
  /** The last write of each project, for those that come behind it. */
  turns: Map<string, Promise<unknown>>
  /** How long a write waits for those before it. */
  lockTimeoutMs: number
  /** Told of every commit that added to the log. */
  announce(project: string): void
}

type Query = Parameters<PgClient['query']>[0]
type Result = Awaited<ReturnType<PgClient['query']>>

/** One statement; what goes wrong comes out as an error of ours. */
export async function ask(
  { where }: PostgresServer,
  client: PgClient,
  query: Query,
): Promise<Result> {
  try {
    return await client.query(query)
  } catch (error) {
    throw toReflectError(where, error)
  }
}

/**
 * Work on a connection of the pool. `begin` may run twice: a connection that died in the pool is noticed
 * there, and another takes its place. When either throws, all that they did is rolled back.
 */
export async function onClient<B, T>(
  server: PostgresServer,
  begin: (client: PgClient) => Promise<B>,
  work: (client: PgClient, begun: B) => Promise<T>,
): Promise<T> {
  for (let mayRetry = true; ; mayRetry = false) {
    const client = await connect(server)
    let hasBegun = false
    try {
      const begun = await begin(client)
      hasBegun = true
      const result = await work(client, begun)
      client.release()
      return result
    } catch (error) {
      const lost = isConnectionLost(error)
      await letGo(client, lost)
      if (!lost || hasBegun || !mayRetry || isSilence(error)) throw error
    }
  }
}

async function connect({ pool, where }: PostgresServer): Promise<PgClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw toReflectError(where, error)
  }
}

async function letGo(client: PgClient, isLost: boolean): Promise<void> {
  if (isLost) return client.release(true)
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch {
    client.release(true)
  }
}

/** Whether the connection is of no more use: any failure but an error that the server answered with. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof ReflectError) || !error.code.startsWith('store-')) return false
  const { severity } = (error.cause ?? {}) as { severity?: unknown }
  return severity !== 'ERROR'
}

/** No answer in time: another connection would get none either, and the caller has waited enough. */
function isSilence(error: unknown): boolean {
  const { message } = ((error as ReflectError).cause ?? {}) as { message?: unknown }
  return message === 'Query read timeout'
}

const REMEDIES: Partial<Record<ReflectErrorCode, string>> = {
  'store-locked': 'Another server is writing to this project; try again.',
  'store-full': "Free some space on the database server's disk.",
  'store-readonly': 'Name the primary server, not a replica.',
  'store-corrupt': 'Look into the log of the database server, and restore a backup.',
  'store-unavailable': 'Check that the database server runs and that its address is right.',
}

function toReflectError(where: string, error: unknown): ReflectError {
  const code = postgresErrorCode(error)
  const remedy = REMEDIES[code]
  return new ReflectError(code, `${where}: ${(error as Error).message}`, {
    cause: error,
    ...(remedy === undefined ? {} : { remedy }),
  })
}
