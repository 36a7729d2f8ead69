import { loadPg } from '../../src/store/postgres/pg-library.js'
import type { PgClient, PgPool } from '../../src/store/postgres/pg-library.js'

/**
 * Connections behind the store's back. A pool says that it ended before its connections are closed, so
 * the server that a test stops next may end them: that is no failure of a test.
 */
export function openPool(connectionString: string, max = 1): PgPool {
  const pool = new (loadPg().Pool)({ connectionString, max })
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** One connection for one piece of work. */
export async function onConnection<T>(
  connectionString: string,
  work: (client: PgClient) => Promise<T>,
): Promise<T> {
  const pool = openPool(connectionString)
  try {
    return await onClient(pool, work)
  } finally {
    await pool.end()
  }
}

export async function onClient<T>(
  pool: PgPool,
  work: (client: PgClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

const ignore = () => undefined
