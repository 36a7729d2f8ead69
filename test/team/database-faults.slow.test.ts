/** What goes wrong under a team's server, between it and its database: no row is lost, none comes twice. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { TeamReceipt } from '../../src/schema/api/team.js'
import { openPostgres } from '../../src/store/postgres.js'
import { sampleWrite } from '../../src/testing/store-contract/samples.js'
import { startPostgres } from '../support/start-postgres.js'
import type { TestPostgres } from '../support/start-postgres.js'
import { openTeam } from './open-team.js'
import { serveTeam } from './serve-team.js'
import type { TeamServer } from './serve-team.js'

const BATCH = 50
const PROJECT = 'shop'

interface Sent {
  status: number
  ms: number
  receipt: TeamReceipt
}

/** A batch as a machine sends it: the same rows under the same keys each time. */
async function send(server: TeamServer, token: string, batch: number): Promise<Sent> {
  const rows = Array.from({ length: BATCH }, (_, n) => {
    const id = `row-${batch}-${n}`
    return { id, kind: 'episode', row: sampleWrite('episode', { id, state: 'resolved' }).record }
  })
  const began = performance.now()
  const response = await fetch(`${server.url}/api/team/v1/rows`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rows }),
  })
  const receipt = (await response.json()) as TeamReceipt
  return { status: response.status, ms: performance.now() - began, receipt }
}

const readiness = async (server: TeamServer) => (await fetch(`${server.url}/readyz`)).status
const SOON = { timeout: 90_000, interval: 200 }

/** As long as the database is not back; what was taken before that is known then. */
const sendUntilTaken = (server: TeamServer, token: string, batch: number) =>
  vi.waitFor(async () => {
    const { status, receipt } = await send(server, token, batch)
    expect(status).toBe(200)
    return receipt
  }, SOON)

async function expectEachOnce(postgres: TestPostgres, batches: number): Promise<void> {
  const database = await openPostgres(postgres.url)
  const store = await database.openStore({ project: PROJECT })
  const received = await store.readEvents({ kinds: ['record.episode'], limit: 100_000 })
  const rows = batches * BATCH
  expect([await store.count('episode'), received.length]).toEqual([rows, rows])
  expect(new Set(received.map(({ key }) => key)).size).toBe(rows)
  await database.close()
}

type Way = 'passes' | 'is silent' | 'loses answers'

/** A way to the database that can go silent: connections stay open, and nothing comes any more. */
async function openWire(postgres: TestPostgres) {
  const target = path.join(new URL(postgres.url).searchParams.get('host')!, '.s.PGSQL.5432')
  let way: Way = 'passes'
  const sockets = new Set<Socket>()
  const wire = createServer((near) => {
    const far = connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => [near, far].forEach((end) => end.destroy()))
    }
    near.on('data', (chunk) => way !== 'is silent' && far.write(chunk))
    far.on('data', (chunk) => way === 'passes' && near.write(chunk))
  })
  await new Promise<void>((resolve) => void wire.listen(0, '127.0.0.1', resolve))
  const cut = () => sockets.forEach((socket) => socket.destroy())
  onTestFinished(() => {
    cut()
    wire.close()
  })
  const { port } = wire.address() as AddressInfo
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** What hung is cut off when the way is free again, as a firewall's table does. */
    go(next: Way) {
      way = next
      if (next === 'passes') cut()
    },
  }
}

async function openServer(databaseUrl: string, env: NodeJS.ProcessEnv = {}): Promise<TeamServer> {
  const server = await serveTeam(databaseUrl, env)
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  return server
}

async function openDatabase(parent?: string): Promise<TestPostgres> {
  const postgres = await startPostgres([], parent)
  onTestFinished(() => postgres.stop())
  return postgres
}

/** As long as a machine waits for an answer. */
const IN_TIME_MS = 15_000

// Side by side, each with a database of its own: nearly all of it is waiting.
it('answers 503 in time, and goes on, when the way to PostgreSQL is silent or loses answers', async () => {
  const both = Promise.all([outlast('is silent'), outlast('loses answers')])
  await expect(both).resolves.toBeDefined()
})

async function outlast(fault: Way): Promise<void> {
  const postgres = await openDatabase()
  const wire = await openWire(postgres)
  const server = await openServer(wire.url)
  const { ada } = await openTeam(postgres.url, PROJECT, { ada: 'owner' })
  expect((await send(server, ada!, 0)).status).toBe(200)
  expect(await readiness(server)).toBe(200)

  wire.go(fault)
  // More than there are connections.
  const sent = await Promise.all(Array.from({ length: 15 }, (_, n) => send(server, ada!, n + 1)))
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([503]))
  expect(Math.max(...sent.map(({ ms }) => ms))).toBeLessThan(IN_TIME_MS)
  const began = performance.now()
  expect(await readiness(server)).toBe(503)
  expect(performance.now() - began).toBeLessThan(IN_TIME_MS)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

  wire.go('passes')
  await vi.waitFor(async () => expect(await readiness(server)).toBe(200), SOON)
  for (let batch = 0; batch <= 15; batch += 1) await sendUntilTaken(server, ada!, batch)
  await expectEachOnce(postgres, 16)
}

/** A small disk of its own; null where that is not allowed. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reflectory-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const options = ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder]
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0) return null
  onTestFinished(() => void spawnSync('umount', ['-l', folder], { stdio: 'ignore' }))
  return folder
}

function fill(folder: string): string {
  const file = path.join(folder, 'filler')
  for (const bytes of [1024 * 1024, 4096]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      continue
    }
  }
  return file
}

it('loses and doubles nothing when the disk under PostgreSQL is full (skipped without root and tmpfs)', async ({
  skip,
}) => {
  const disk = mountSmallDisk()
  if (disk === null) return skip('needs root and tmpfs')
  const postgres = await openDatabase(disk)
  const server = await openServer(postgres.url)
  const { ada } = await openTeam(postgres.url, PROJECT, { ada: 'owner' })
  expect((await send(server, ada!, 0)).status).toBe(200)

  const filler = fill(disk)
  const sent: Sent[] = []
  for (let batch = 1; batch <= 40; batch += 1) sent.push(await send(server, ada!, batch))
  const refused = sent.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.filter(({ status }) => ![503, 507].includes(status))).toEqual([])

  rmSync(filler)
  // It may end by itself at any moment until it has recovered.
  await vi.waitFor(async () => {
    if (!postgres.isRunning()) await postgres.start()
    expect(await readiness(server)).toBe(200)
  }, SOON)
  // What the server said that it had, it has.
  const lost: number[] = []
  for (const [n, { status }] of sent.entries()) {
    const { known } = await sendUntilTaken(server, ada!, n + 1)
    if (status === 200 && known < BATCH) lost.push(n)
  }
  expect(lost).toEqual([])
  await expectEachOnce(postgres, 41)
})

it('takes each row once from servers whose clocks are an hour ahead and an hour behind', async () => {
  const postgres = await openDatabase()
  const clock = (hours: number) => ({
    NODE_OPTIONS: `--require ${path.resolve('test/support/later.cjs')}`,
    TEST_HOURS_AHEAD: String(hours),
  })
  const servers = [
    await openServer(postgres.url, clock(1)),
    await openServer(postgres.url, clock(-1)),
    await openServer(postgres.url),
  ]
  const people = { ada: 'owner', bob: 'member' } as const
  const { ada, bob } = await openTeam(postgres.url, PROJECT, people)
  for (let batch = 0; batch < 6; batch += 1) {
    const order = servers.map((_, n) => servers[(batch + n) % servers.length]!)
    const [first, ...others] = order
    expect((await send(first!, ada!, batch)).receipt).toMatchObject({ accepted: BATCH, known: 0 })
    for (const other of others) {
      expect((await send(other, ada!, batch)).receipt).toMatchObject({ accepted: 0, known: BATCH })
    }
  }
  await expectEachOnce(postgres, 6)
  for (const server of servers) {
    const seen = new Set<string>()
    for (let after = 0, more = true; more;) {
      const response = await fetch(`${server.url}/api/team/v1/facts?after=${after}`, {
        headers: { authorization: `Bearer ${bob}` },
      })
      const page = (await response.json()) as {
        rows: { id: string }[]
        next: number
        more: boolean
      }
      for (const { id } of page.rows) seen.add(id)
      ;({ next: after, more } = page)
    }
    expect(seen.size).toBe(6 * BATCH)
  }
})
