/** What one server takes, a page of another one sees at once, and misses nothing of. */
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { sampleWrite } from '../../src/testing/store-contract/samples.js'
import { onConnection } from '../support/open-pool.js'
import { startPostgres } from '../support/start-postgres.js'
import type { TestPostgres } from '../support/start-postgres.js'
import { askServer, openTeam } from './open-team.js'
import { serveTeam } from './serve-team.js'
import type { TeamServer } from './serve-team.js'

let postgres: TestPostgres
let servers: TeamServer[]
let tokens: Record<string, string>

beforeAll(async () => {
  postgres = await startPostgres()
  servers = [await serveTeam(postgres.url), await serveTeam(postgres.url)]
  tokens = await openTeam(postgres.url, 'shop', { Ada: 'owner', CI: 'ingest' })
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await postgres.stop()
})

/** Reads the stream of a server; `seen` are the ids of the log's lines, in the order they came. */
async function watch({ url }: TeamServer, token: string) {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(`${url}/api/team/v1/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  })
  const seen: number[] = []
  let onFrame: () => void = () => undefined
  const read = async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const frames = (text + chunk).split('\n\n')
      text = frames.pop()!
      for (const frame of frames) {
        const data = /^data: (.+)$/m.exec(frame)?.[1]
        if (data === undefined) continue
        const { events } = JSON.parse(data) as { events: { id: number }[] }
        seen.push(...events.map(({ id }) => id))
        onFrame()
      }
    }
  }
  read().catch(() => undefined)
  const sees = (count: number) =>
    new Promise<void>((resolve) => {
      onFrame = () => seen.length >= count && resolve()
      onFrame()
    })
  return { status: response.status, seen, sees }
}

let sent = 0
/** Two lines of the log each: the row, and the key under which it was taken. Again until it is, as machines do. */
const send = (server: TeamServer) => {
  sent += 1
  const { record } = sampleWrite('episode', { id: `row-${sent}`, state: 'resolved' })
  const rows = [{ id: `row-${sent}`, kind: 'episode', row: record }]
  const attempt = () => askServer(server, 'POST /rows', tokens['CI']!, { rows })
  return vi.waitFor(attempt, { timeout: 90_000, interval: 200 })
}

const cutConnections = () =>
  onConnection(postgres.url, (client) =>
    client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'reflectory'`,
    ),
  )

const numbersTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

/** How often a server looks without being told, and how long it lets requests end. */
const [UNTOLD_MS, DRAIN_MS] = [5000, 10_000]

it('shows on one server what another took before it would look, and after a cut what came meanwhile', async () => {
  const page = await watch(servers[1]!, tokens['Ada']!)
  expect(page.status).toBe(200)
  const started = performance.now()
  await send(servers[0]!)
  await page.sees(2)
  expect(performance.now() - started).toBeLessThan(UNTOLD_MS)
  await cutConnections()
  await send(servers[0]!)
  await page.sees(4)
  await postgres.kill()
  await postgres.start()
  await send(servers[0]!)
  await page.sees(6)
  expect(page.seen).toEqual(numbersTo(6))
})

it('is closed to a token that reads nothing, and lets the server end while pages watch', async () => {
  expect((await watch(servers[1]!, tokens['CI']!)).status).toBe(403)
  await watch(servers[1]!, tokens['Ada']!)
  const started = performance.now()
  expect(await servers[1]!.stop()).toBe(0)
  expect(performance.now() - started).toBeLessThan(DRAIN_MS)
})
