import { expect, it, onTestFinished } from 'vitest'
import { onConnection, openPool } from './open-pool.js'
import { startPostgres } from './start-postgres.js'

it('fails no test when the server ends a connection that is idle, in use, or on its way out', async () => {
  const postgres = await startPostgres()
  const pool = openPool(postgres.url, 2)
  onTestFinished(() => pool.end())
  const [used, idle] = [await pool.connect(), await pool.connect()]
  onTestFinished(() => used.release(true))
  idle.release()
  const ended = new Promise<void>((resolve) => void used.on('end', resolve))
  await onConnection(postgres.url, (client) => client.query('SELECT 1'))
  await postgres.stop()
  await ended
  await expect(used.query('SELECT 1')).rejects.toThrow(/not queryable|closed|terminated/)
})
