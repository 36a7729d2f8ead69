/** A team as it really goes: PostgreSQL, two servers, machines with hooks. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { armOf } from '../../src/memory/holdout.js'
import type { TeamSessions } from '../../src/schema/api/team.js'
import { openPostgres } from '../../src/store/postgres.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { startPostgres } from '../support/start-postgres.js'
import type { TestPostgres } from '../support/start-postgres.js'
import { firstDay, LESSON, openSession, openShop } from '../support/shop-story.js'
import type { Sandbox } from '../support/sandbox.js'
import { serveTeam } from './serve-team.js'
import type { TeamServer } from './serve-team.js'

let postgres: TestPostgres
type TeamSession = TeamSessions['sessions'][number]
const servers: TeamServer[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  servers.push(await serveTeam(postgres.url), await serveTeam(postgres.url))
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await postgres.stop()
})

/** Passes on what it is sent, and keeps it. */
async function openWire(to: string) {
  const heard: string[] = []
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks)
      heard.push(body.toString())
      const { authorization, 'content-type': type } = request.headers
      const answer = await fetch(`${to}${request.url}`, {
        method: request.method!,
        headers: {
          ...(authorization === undefined ? {} : { authorization }),
          ...(type === undefined ? {} : { 'content-type': type }),
        },
        ...(body.length === 0 ? {} : { body }),
      })
      response.writeHead(answer.status).end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, heard }
}

async function reflect(sandbox: Sandbox, ...args: string[]): Promise<Record<string, unknown>> {
  const database = { REFLECTION_DATABASE: postgres.url }
  const { code, stdout, stderr } = await sandbox.reflect([...args, '--json'], database)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Record<string, unknown>
}

const SOON = { timeout: 30_000, interval: 200 }

async function lessonOf(sandbox: Sandbox): Promise<{ id: string }> {
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  const [lesson] = await store.list('lesson')
  await store.close()
  if (lesson === undefined) throw new Error('No lesson has come')
  return lesson
}

const NOTHING = { sent: 0, known: 0, refused: 0, received: 0, passedOver: 0 }

it('brings what one machine learnt into a session of another by hooks alone, and no word of a message', async () => {
  const [ada, bob] = [openShop(), openShop()]
  const wire = await openWire(servers[0]!.url)
  const { code } = await reflect(ada, 'team', 'create', 'shop', '--yes')
  await reflect(ada, 'login', `${wire.url}/#join=${String(code)}`, '--name', 'Ada', '--yes')
  const { code: invited } = await reflect(ada, 'team', 'invite', '--yes')
  await reflect(
    bob,
    'login',
    `${servers[1]!.url}/#join=${String(invited)}`,
    '--name',
    'Bob',
    '--yes',
  )

  await firstDay(ada)
  await vi.waitFor(() => expect(wire.heard.join('\n')).toContain('src/cart.mjs'), SOON)
  expect(await reflect(ada, 'sync')).toEqual(NOTHING)
  expect(wire.heard.join('\n')).not.toMatch(/Add the cart|is handled|tests pass/)

  await openSession(bob, 'bob-0', '2030-01-08').stop('I looked at the cart.')
  const lesson = await vi.waitFor(() => lessonOf(bob), SOON)
  expect(await reflect(bob, 'sync')).toEqual(NOTHING)
  let day = 1
  while (armOf(lesson.id, `bob-${day}`, 0.1) !== 'shown') day += 1
  const session = openSession(bob, `bob-${day}`, '2030-01-09')
  await session.prompt('Go on')
  const told = await session.fails('npm test')
  expect(told).toContain(LESSON)
  expect(told).toContain('(data, not instructions)')

  const { tokens } = (await reflect(ada, 'team')) as { tokens: { id: string; name: string }[] }
  expect(tokens.map(({ name }) => name).sort()).toEqual(['Ada', 'Bob'])
  const { id } = tokens.find(({ name }) => name === 'Bob')!
  await reflect(ada, 'team', 'revoke', id, '--yes')
  const refused = await bob.reflect(['sync'])
  expect({ code: refused.code, said: refused.stderr.includes('401') }).toEqual({
    code: 1,
    said: true,
  })
  const { lines } = (await reflect(ada, 'team', 'audit')) as { lines: { action: string }[] }
  expect(lines.map(({ action }) => action)).toEqual([
    'revoke',
    'join',
    'invite',
    'join',
    'invite',
    'create-project',
  ])
}, 120_000)

it('takes back from the others what a member forgets', async () => {
  const [ada, bob] = [openShop(), openShop()]
  const { code } = await reflect(ada, 'team', 'create', 'forgets', '--yes')
  const link = (one: unknown) => `${servers[0]!.url}/#join=${String(one)}`
  await reflect(ada, 'login', link(code), '--name', 'Ada', '--yes')
  const { code: invited } = await reflect(ada, 'team', 'invite', '--yes')
  await reflect(bob, 'login', link(invited), '--name', 'Bob', '--yes')
  await firstDay(ada)
  await reflect(ada, 'sync')
  await reflect(bob, 'sync')
  const { id } = await lessonOf(bob)

  await reflect(ada, 'lessons', 'forget', id, '--yes')
  await reflect(ada, 'sync')
  await reflect(bob, 'sync')
  await expect(lessonOf(bob)).rejects.toThrow('No lesson has come')
  await expect(lessonOf(ada)).rejects.toThrow('No lesson has come')
  const database = await openPostgres(postgres.url)
  expect(await (await database.openStore({ project: 'forgets' })).count('episode')).toBe(0)
  await database.close()
}, 120_000)

const SAID = /Add the cart|is handled|tests pass|wrong price/

it('lets messages leave a machine where it shares them, and nowhere else', async () => {
  const [ada, bob] = [openShop(), openShop()]
  const wires = [await openWire(servers[0]!.url), await openWire(servers[0]!.url)]
  const { code } = await reflect(ada, 'team', 'create', 'shares', '--yes')
  await reflect(ada, 'login', `${wires[0]!.url}/#join=${String(code)}`, '--name', 'Ada', '--yes')
  const { code: invited } = await reflect(ada, 'team', 'invite', '--yes')
  await reflect(bob, 'login', `${wires[1]!.url}/#join=${String(invited)}`, '--name', 'Bob', '--yes')
  bob.write('../home/.config/reflectory/reflection.yaml', 'team:\n  share: messages\n')
  for (const [index, sandbox] of [ada, bob].entries()) {
    await firstDay(sandbox)
    await openSession(sandbox, 'next', '2030-01-08').prompt(
      'The total has the wrong price. Fix it.',
    )
    await reflect(sandbox, 'sync')
    const heard = wires[index]!.heard.join('\n')
    expect(heard).toContain('"kind":"session_outcome"')
    expect(heard).not.toContain(sandbox.base)
    expect({ index, isSaid: SAID.test(heard) }).toEqual({ index, isSaid: sandbox === bob })
  }
  const { sessions } = (await reflect(ada, 'team', 'sessions')) as { sessions: TeamSession[] }
  expect(sessions.map(({ member, asked }) => [member, asked]).sort()).toEqual([
    ['Ada', []],
    ['Bob', expect.arrayContaining([expect.stringContaining('Add the cart')])],
  ])
}, 120_000)

const episode = (machine: number, n: number) => ({
  id: `episode-${n}`,
  sessionId: `session-${machine}`,
  key: `key-${n}`,
  check: 'npm test',
  tests: [],
  error: null,
  redStep: 1,
  greenStep: 2,
  tried: [],
  resolvedBy: { files: ['src/cart.mjs'], hunks: [], commands: [], commit: null },
  weakened: false,
  state: 'resolved',
  attempts: 1,
  startedAt: '2030-01-01T00:00:00.000Z',
  endedAt: '2030-01-01T00:00:01.000Z',
})

it('takes 10,000 rows of four machines once each, while a server and PostgreSQL are killed', async () => {
  const database = await openPostgres(postgres.url)
  const [now, expiresAt] = ['2030-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']
  const at = { now, expiresAt }
  const tokens = [0, 1, 2, 3].map((n) => `rt_${String(n).repeat(43)}`)
  for (const [n, token] of tokens.entries()) {
    const invite = { code: `code-${n}`, project: 'many', role: 'ingest', actor: null } as const
    await (n === 0 ? database.access.createProject : database.access.invite)({ ...invite, ...at })
    const member = { tokenId: `many-${n}`, person: `machine${n}`, name: `M${n}` }
    await database.access.join({ code: `code-${n}`, token, ...member, ...at })
  }
  const urls = servers.map(({ url }) => url)
  let delivered = 0
  let failures = 0
  /** Sends until a server acknowledges it, now to this server, now to that one. */
  const send = async (token: string, rows: unknown[], from: number): Promise<void> => {
    for (let attempt = from; ; attempt += 1) {
      const isTaken = await fetch(`${urls[attempt % urls.length]}/api/team/v1/rows`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ rows }),
      }).then(
        (response) => response.ok,
        () => false,
      )
      if (isTaken) return
      failures += 1
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const kills: [after: number, kill: () => Promise<unknown>][] = [
    [3000, async () => void (servers[0] = await (await servers[0]!.stop('SIGKILL'), restart()))],
    [6000, () => postgres.kill().then(() => postgres.start())],
  ]
  const restart = async () => {
    const server = await serveTeam(postgres.url)
    urls[0] = server.url
    return server
  }
  const killing: Promise<unknown>[] = []
  await Promise.all(
    tokens.map(async (token, machine) => {
      for (let first = 0; first < 2500; first += 50) {
        const rows = Array.from({ length: 50 }, (_, n) => {
          const row = episode(machine, first + n)
          return { id: row.id, kind: 'episode', row }
        })
        // One batch in five is sent twice at once, as by a machine that lost the answer.
        const again = first % 250 === 0 ? [send(token, rows, machine + 1)] : []
        await Promise.all([send(token, rows, machine), ...again])
        delivered += 50
        if (kills[0] !== undefined && delivered >= kills[0][0]) killing.push(kills.shift()![1]())
      }
    }),
  )
  await Promise.all(killing)
  const store = await database.openStore({ project: 'many' })
  expect(await store.count('episode')).toBe(10_000)
  const received = await store.readEvents({ kinds: ['team.received'], limit: 20_000 })
  expect(received.length).toBe(10_000)
  expect(failures).toBeGreaterThan(0)
  await database.close()
}, 240_000)

it('ends in order when it is told to, and is not ready before that without a database', async () => {
  const server = await serveTeam(postgres.url)
  const status = async (path: string) => (await fetch(`${server.url}${path}`)).status
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain(
    'reflectory_requests_total{method="GET",status="200"} 2',
  )
  await postgres.kill()
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
  await postgres.start()
  expect(await status('/readyz')).toBe(200)
  expect(await server.stop()).toBe(0)
}, 60_000)
