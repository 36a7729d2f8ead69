/** What goes wrong on a member's side while rows are on their way: none is lost, none comes twice. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openPostgres } from '../../src/store/postgres.js'
import type { PostgresDatabase } from '../../src/store/postgres.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { sampleWrite } from '../../src/testing/store-contract/samples.js'
import type { Sandbox } from '../support/sandbox.js'
import { openShop } from '../support/shop-story.js'
import { startPostgres } from '../support/start-postgres.js'
import type { TestPostgres } from '../support/start-postgres.js'
import { serveTeam } from './serve-team.js'
import type { TeamServer } from './serve-team.js'

const ROWS = 120
let postgres: TestPostgres
let server: TeamServer
let database: PostgresDatabase

beforeAll(async () => {
  postgres = await startPostgres()
  server = await serveTeam(postgres.url)
  database = await openPostgres(postgres.url)
})
afterAll(async () => {
  await database.close()
  await server.stop()
  await postgres.stop()
})

/** What becomes of the answer to a request that came through; null hands it over. */
type Fault = ((response: ServerResponse, answer: string) => void) | null

/** Passes requests on to the server; `next` says what goes wrong with each. */
async function openWire(next: () => Fault | 'cut'): Promise<string> {
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const fault = request.url?.endsWith('/join') ? null : next()
      if (fault === 'cut') return response.destroy()
      const { authorization } = request.headers
      const body = Buffer.concat(chunks)
      const answer = await fetch(`${server.url}${request.url}`, {
        method: request.method!,
        headers: {
          'content-type': 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
        },
        ...(body.length === 0 ? {} : { body }),
      })
      const text = await answer.text()
      if (fault === null) return response.writeHead(answer.status).end(text)
      fault(response, text)
    })
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

const AT = { now: '2026-01-01T00:00:00.000Z', expiresAt: '2099-01-01T00:00:00.000Z' }

/** A machine in the project, with rows that wait. */
async function join(project: string, sandbox: Sandbox, wire: string, env: NodeJS.ProcessEnv = {}) {
  const code = `${project}-${'c'.repeat(40)}`.slice(0, 40)
  await database.access.createProject({ code, project, role: 'owner', actor: null, ...AT })
  const login = ['login', `${wire}/#join=${code}`, '--name', 'Ada', '--yes']
  expect(await sandbox.reflect(login, env)).toMatchObject({ code: 0, stderr: '' })
  // Makes the store.
  await sandbox.reflect(['sync'], env)
  await withStore(sandbox, (store) =>
    store.add(
      Array.from({ length: ROWS }, (_, n) =>
        sampleWrite('episode', { id: `e${n}`, sessionId: `s${n % 7}`, state: 'resolved' }),
      ),
    ),
  )
}

async function withStore<T>(
  sandbox: Sandbox,
  use: (store: Awaited<ReturnType<typeof openSqliteStore>>) => Promise<T>,
): Promise<T> {
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Syncs until it works; returns how often it did not. */
async function syncPatiently(sandbox: Sandbox, env: NodeJS.ProcessEnv = {}): Promise<number> {
  for (let failures = 0; failures < 20; failures += 1) {
    if ((await sandbox.reflect(['sync'], env)).code === 0) return failures
  }
  throw new Error('It never worked')
}

async function expectEachOnce(project: string, sandbox: Sandbox): Promise<void> {
  const store = await database.openStore({ project })
  const received = await store.readEvents({ kinds: ['record.episode'], limit: 10 * ROWS })
  expect([await store.count('episode'), received.length]).toEqual([ROWS, ROWS])
  expect(await withStore(sandbox, (local) => local.count('outbox', { state: 'waiting' }))).toBe(0)
  expect(await withStore(sandbox, (local) => local.count('outbox', { state: 'sent' }))).toBe(ROWS)
}

it('sends again what a cut network swallowed, on the way there and on the way back', async () => {
  const lostAnswer: Fault = (response) => response.destroy()
  const halfAnswer: Fault = (response, answer) => {
    response.writeHead(200, { 'content-length': answer.length })
    response.write(answer.slice(0, 5), () => response.destroy())
  }
  const faults: (Fault | 'cut')[] = []
  const sandbox = openShop()
  await join('cut', sandbox, await openWire(() => faults.shift() ?? null))
  faults.push('cut', lostAnswer, null, halfAnswer, 'cut', lostAnswer)
  expect(await syncPatiently(sandbox)).toBe(5)
  await expectEachOnce('cut', sandbox)
}, 120_000)

const clocks = [5, -5, 24 * 400]
it.each(clocks)(
  'delivers with a clock that is %i hours off',
  async (hours) => {
    const sandbox = openShop()
    const env = {
      NODE_OPTIONS: `--require ${path.resolve('test/support/later.cjs')}`,
      TEST_HOURS_AHEAD: String(hours),
    }
    const project = `clock${hours}`
    await join(project, sandbox, await openWire(() => null), env)
    expect(await syncPatiently(sandbox, env)).toBe(0)
    expect(await syncPatiently(sandbox)).toBe(0)
    await expectEachOnce(project, sandbox)
  },
  60_000,
)

/** A disk of its own under the state directory; false where that is not allowed. */
function mountSmallDisk({ home }: Sandbox): boolean {
  const folder = path.join(home, '.local', 'state')
  mkdirSync(folder, { recursive: true })
  const options = ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0) return false
  onTestFinished(() => void spawnSync('umount', ['-l', folder], { stdio: 'ignore' }))
  return true
}

function fillDisk({ home }: Sandbox): string {
  const file = path.join(home, '.local', 'state', 'filler')
  for (const bytes of [64 * 1024, 4096, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      continue
    }
  }
  return file
}

it('loses and doubles nothing when the disk is full, before or after a batch was taken', async ({
  skip,
}) => {
  const sandbox = openShop()
  if (!mountSmallDisk(sandbox)) return skip('needs root and tmpfs')
  const fillBefore: (() => void)[] = []
  const wire = await openWire(() => (response, answer) => {
    fillBefore.shift()?.()
    response.writeHead(200).end(answer)
  })
  await join('full', sandbox, wire)
  const filler = fillDisk(sandbox)
  expect((await sandbox.reflect(['sync'])).code).toBe(1)
  rmSync(filler)
  // The server has the batch, and the machine may have no room to note it.
  fillBefore.push(() => void fillDisk(sandbox))
  await sandbox.reflect(['sync'])
  expect(fillBefore).toEqual([])
  rmSync(filler)
  expect(await syncPatiently(sandbox)).toBe(0)
  await expectEachOnce('full', sandbox)
}, 60_000)
