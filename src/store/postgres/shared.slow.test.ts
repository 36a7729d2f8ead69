/** What holds when several servers and several projects share one database. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onConnection, openPool } from '../../../test/support/open-pool.js'
import { startPostgres } from '../../../test/support/start-postgres.js'
import type { TestPostgres } from '../../../test/support/start-postgres.js'
import type { NewLogEvent } from '../../schema/log-event.js'
import type { Store } from '../../store.js'
import { openPostgres } from '../postgres.js'
import type { PostgresDatabase, PostgresOptions } from '../postgres.js'

let server: TestPostgres
const opened: PostgresDatabase[] = []

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => {
  for (const database of opened) await database.close()
  await server.stop()
})

async function open(options?: PostgresOptions): Promise<PostgresDatabase> {
  const database = await openPostgres(server.url, options)
  opened.push(database)
  return database
}

const event = (body: unknown, key: string | null = null): NewLogEvent => ({
  at: '2030-01-01T00:00:00.000Z',
  kind: 'tested',
  sessionId: 's',
  key,
  body,
})

/** A transaction that wrote a line of the log and does not end until it is told to. */
async function holdOpen(project: string) {
  const pool = openPool(server.url)
  const client = await pool.connect()
  await client.query('BEGIN; SET search_path = reflectory')
  const next = { text: 'SELECT last_event + 1 AS id FROM projects WHERE id = $1 FOR NO KEY UPDATE' }
  const { rows } = await client.query({ ...next, values: [project] })
  const id = Number(rows[0]!['id'])
  await client.query({
    text: `INSERT INTO events (project, id, at, kind, body) VALUES ($1, $2, '2030-01-01T00:00:00.000Z', 'held', '{}')`,
    values: [project, id],
  })
  const count = 'UPDATE projects SET last_event = $2 WHERE id = $1'
  await client.query({ text: count, values: [project, id] })
  return async () => {
    await client.query('COMMIT')
    client.release()
    await pool.end()
    return id
  }
}

/** Reads on from where it was, until nothing more is there. */
async function follow(store: Store, seen: { id: number; body: unknown }[]): Promise<void> {
  for (;;) {
    const page = await store.readEvents({ after: seen.at(-1)?.id ?? 0, limit: 500 })
    seen.push(...page)
    if (page.length === 0) return
  }
}

it('lets a reader that resumes miss nothing of 8 writers, though a transaction is held open', async () => {
  const writers = await Promise.all(
    Array.from({ length: 8 }, async () =>
      (await open({ maxConnections: 2, lockTimeoutMs: 60_000 })).openStore({ project: 'busy' }),
    ),
  )
  const reader = await (await open()).openStore({ project: 'busy' })
  const write = (store: Store, writer: number, from: number) =>
    Promise.all(
      Array.from({ length: 125 }, (_, batch) =>
        store.add(
          [],
          Array.from({ length: 10 }, (_, n) => event([writer, from + batch * 10 + n])),
        ),
      ),
    )
  const seen: { id: number; body: unknown }[] = []
  const writing = new AbortController()
  const reading = (async () => {
    while (!writing.signal.aborted) await follow(reader, seen)
  })()
  await Promise.all(writers.map((store, writer) => write(store, writer, 0)))
  const commit = await holdOpen('busy')
  await follow(reader, [])
  const rest = writers.map((store, writer) => write(store, writer, 1250))
  await follow(reader, [])
  const held = await commit()
  await Promise.all(rest)
  writing.abort()
  await reading
  await follow(reader, seen)

  expect(held).toBe(10_001)
  expect(seen.map(({ id }) => id)).toEqual(Array.from({ length: 20_001 }, (_, n) => n + 1))
  for (let writer = 0; writer < 8; writer += 1) {
    const own = seen.filter(({ body }) => Array.isArray(body) && body[0] === writer)
    const order = own.map(({ body }) => (body as number[])[1])
    expect(order).toEqual(Array.from({ length: 2500 }, (_, n) => n))
  }
})

it('keeps projects apart, and lets none wait for another', async () => {
  const database = await open({ lockTimeoutMs: 200 })
  const [ours, theirs] = [
    await database.openStore({ project: 'ours' }),
    await database.openStore({ project: 'theirs' }),
  ]
  await ours.add([], [event('ours', 'same key')])
  await ours.writeCache('same key', 'ours', '2031-01-01T00:00:00.000Z')
  const commit = await holdOpen('ours')
  await theirs.add([], [event('theirs', 'same key')])
  expect((await theirs.readEvents()).map(({ id, body }) => [id, body])).toEqual([[1, 'theirs']])
  expect(await theirs.readCache('same key', '2030-01-01T00:00:00.000Z')).toBe(null)
  expect(await theirs.expire('event', '2040-01-01T00:00:00.000Z', 10)).toBe(1)
  expect(await ours.count('event')).toBe(1)
  await expect(ours.add([], [event(1)])).rejects.toMatchObject({ code: 'store-locked' })
  await commit()
  await ours.add([], [event(1)])
  expect(await ours.count('event')).toBe(3)
})

it('waits for a connection no longer than it was told, and has no more than it may', async () => {
  const database = await open({ maxConnections: 1, connectTimeoutMs: 1000, lockTimeoutMs: 3000 })
  const store = await database.openStore({ project: 'narrow' })
  const commit = await holdOpen('narrow')
  const waiting = store.add([], [event(1)]).catch((error: unknown) => error)
  // A write gets in line first.
  await new Promise(setImmediate)
  await expect(store.readEvents()).rejects.toMatchObject({ code: 'store-unavailable' })
  expect(await waiting).toMatchObject({ code: 'store-locked' })
  await commit()
})

it('lets several servers make the tables at once', async () => {
  await onConnection(server.url, (client) => client.query('CREATE DATABASE fresh'))
  const url = server.url.replace('/postgres?', '/fresh?')
  const databases = await Promise.all(Array.from({ length: 6 }, () => openPostgres(url)))
  const store = await databases[0]!.openStore({ project: 'p' })
  await store.add([], [event(1)])
  const other = await databases[5]!.openStore({ project: 'p' })
  expect(await other.count('event')).toBe(1)
  for (const database of databases) await database.close()
})

it('goes on after the server was killed and started again, and lost nothing that it said it had', async () => {
  const store = await (await open({ connectTimeoutMs: 2000 })).openStore({ project: 'killed' })
  const acknowledged: number[] = []
  let next = 0
  const write = async (count: number) => {
    for (let left = count; left > 0; left -= 1) {
      const n = next
      next += 1
      await store.add([], [event(n, `key-${n}`)]).then(() => acknowledged.push(n))
    }
  }
  await write(50)
  const during = write(1_000_000).catch((error: unknown) => error)
  await server.kill()
  expect(await during).toMatchObject({ code: 'store-unavailable' })
  await expect(store.readEvents()).rejects.toMatchObject({ code: 'store-unavailable' })
  await server.start()
  await write(50)
  const kept = (await store.readEvents({ limit: 100_000 })).map(({ body }) => body)
  expect(kept).toEqual(expect.arrayContaining(acknowledged))
  expect(new Set(kept).size).toBe(kept.length)
})

it('says what is wrong with an address that leads nowhere, without its password', async () => {
  const url = 'postgres://ada:secret@127.0.0.1:1/team'
  const failure = openPostgres(url, { connectTimeoutMs: 1000 })
  await expect(failure).rejects.toMatchObject({ code: 'store-unavailable' })
  await expect(failure).rejects.not.toThrow(/secret/)
})
