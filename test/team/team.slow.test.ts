/** A team as it really goes: PostgreSQL, two servers, machines with hooks. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { armOf } from '../../src/memory/holdout.js'
import type { TeamSessions } from '../../src/schema/api/team.js'
import type { LessonRow } from '../../src/schema/lesson.js'
import { openPostgres } from '../../src/store/postgres.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { startPostgres } from '../support/start-postgres.js'
import type { TestPostgres } from '../support/start-postgres.js'
import { firstDay, LESSON, openSession, openShop } from '../support/shop-story.js'
import type { Sandbox } from '../support/sandbox.js'
import { reflectJson } from './reflect-json.js'
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

const reflect = (sandbox: Sandbox, ...args: string[]) => reflectJson(sandbox, postgres.url, args)

const SOON = { timeout: 90_000, interval: 200 }

async function lessonOf(sandbox: Sandbox): Promise<LessonRow> {
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  const [lesson] = await store.list('lesson')
  await store.close()
  if (lesson === undefined) throw new Error('No lesson has come')
  return lesson
}

const NOTHING = { sent: 0, known: 0, refused: 0, received: 0, passedOver: 0, proposals: 0 }

/** The last hook's own delivery may not have begun yet. */
const untilNothingIsLeft = (sandbox: Sandbox) =>
  vi.waitFor(async () => expect(await reflect(sandbox, 'sync')).toMatchObject(NOTHING), SOON)

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
  await untilNothingIsLeft(ada)
  expect(wire.heard.join('\n')).not.toMatch(/Add the cart|is handled|tests pass/)

  await openSession(bob, 'bob-0', '2030-01-08').stop('I looked at the cart.')
  const lesson = await vi.waitFor(() => lessonOf(bob), SOON)
  await untilNothingIsLeft(bob)
  let day = 1
  while (armOf(lesson.id, `bob-${day}`, 0.1) !== 'shown') day += 1
  const session = openSession(bob, `bob-${day}`, '2030-01-09')
  await session.prompt('Go on')
  const told = await session.fails('npm test')
  expect(told).toContain(LESSON)
  expect(told).toContain('(data, not instructions)')
  expect(told).not.toContain('Ada')
  expect((await bob.reflect(['lessons', 'show', lesson.id])).stdout).toMatch(
    /met by +Ada \(of the team shop/,
  )

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

it('brings what a person learnt to their other machine, and not back', async () => {
  const [laptop, desktop] = [openShop(), openShop()]
  const { code } = await reflect(laptop, 'team', 'create', 'alone', '--yes')
  const link = (one: unknown) => `${servers[0]!.url}/#join=${String(one)}`
  await reflect(laptop, 'login', link(code), '--name', 'Ada', '--yes')
  const { code: another } = await reflect(laptop, 'team', 'invite', '--for', 'me', '--yes')
  await reflect(desktop, 'login', link(another), '--name', 'Ada desktop', '--yes')
  await firstDay(laptop)
  await untilNothingIsLeft(laptop)
  expect(await reflect(desktop, 'sync')).toMatchObject({ received: 1, passedOver: 0 })
  expect((await lessonOf(desktop)).seenIn).toMatchObject([{ member: 'Ada' }])
  expect(await reflect(laptop, 'sync')).toMatchObject({ received: 0, passedOver: 0 })
  expect((await lessonOf(laptop)).seenIn).toHaveLength(1)
  await untilNothingIsLeft(desktop)
}, 60_000)

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

it('deletes everything of a person, on the server and on the machines of others', async () => {
  const [ada, bob] = [openShop(), openShop()]
  const { code } = await reflect(ada, 'team', 'create', 'leaver', '--yes')
  const link = (one: unknown) => `${servers[0]!.url}/#join=${String(one)}`
  await reflect(ada, 'login', link(code), '--name', 'Ada', '--yes')
  const { code: invited } = await reflect(ada, 'team', 'invite', '--yes')
  await reflect(bob, 'login', link(invited), '--name', 'Bob', '--yes')
  await firstDay(bob)
  await reflect(bob, 'team', 'propose', 'setting', 'stop.maxAttempts', '4', '--yes')
  await reflect(bob, 'sync')
  await reflect(ada, 'sync')
  await lessonOf(ada)

  const others = await bob.reflect(['team', 'forget', 'Ada', '--yes'])
  expect([others.code, others.stderr]).toEqual([1, expect.stringContaining('403')])
  const { rows } = (await reflect(ada, 'team', 'forget', 'Bob', '--yes')) as { rows: number }
  expect(rows).toBeGreaterThan(0)
  expect(await reflect(ada, 'sync')).toMatchObject({ proposals: 0 })
  await expect(lessonOf(ada)).rejects.toThrow('No lesson has come')
  expect(await reflect(bob, 'sync')).toMatchObject({ sent: 0 })
  expect(await reflect(bob, 'team', 'forget', 'me', '--yes')).toEqual({ rows: 0 })
  const { sessions } = (await reflect(ada, 'team', 'sessions')) as { sessions: TeamSession[] }
  expect(sessions).toEqual([])
  const { lines } = (await reflect(ada, 'team', 'audit')) as {
    lines: { name: string; action: string }[]
  }
  // Where nothing was left to delete, nothing changed.
  expect([lines[0]?.name, lines[0]?.action]).toEqual(['Ada', 'forget'])
}, 120_000)

const SAID = /Add the cart|is handled|tests pass|wrong price/

it('forgets what a person sent before they left and came back', async () => {
  const ada = openShop()
  const { code } = await reflect(ada, 'team', 'create', 'returns', '--yes')
  const link = (one: unknown) => `${servers[0]!.url}/#join=${String(one)}`
  await reflect(ada, 'login', link(code), '--name', 'Ada', '--yes')
  await firstDay(ada)
  await untilNothingIsLeft(ada)
  const { code: invited } = await reflect(ada, 'team', 'invite', '--for', 'me', '--yes')
  const { code: again } = await reflect(ada, 'team', 'invite', '--role', 'owner', '--yes')
  expect(await reflect(ada, 'logout', '--yes')).toEqual({ wasLoggedIn: true, isTokenEnded: true })
  await reflect(ada, 'login', link(again), '--name', 'Ada', '--yes')
  await reflect(ada, 'login', link(invited), '--name', 'Ada', '--yes')
  const { tokens, invites } = (await reflect(ada, 'team')) as Record<string, { person: string }[]>
  expect(new Set(tokens!.map(({ person }) => person)).size).toBe(1)
  expect(invites).toEqual([])
  const { rows } = await reflect(ada, 'team', 'forget', 'me', '--yes')
  expect(rows).toBeGreaterThan(0)
  const database = await openPostgres(postgres.url)
  const store = await database.openStore({ project: 'returns' })
  expect([await store.count('episode'), await store.count('session_outcome')]).toEqual([0, 0])
  await database.close()
}, 60_000)

it('sends again what a database has lost that was restored from a backup', async () => {
  const [ada, bob] = [openShop(), openShop()]
  const { code } = await reflect(ada, 'team', 'create', 'restored', '--yes')
  const link = (one: unknown) => `${servers[0]!.url}/#join=${String(one)}`
  await reflect(ada, 'login', link(code), '--name', 'Ada', '--yes')
  const { code: invited } = await reflect(ada, 'team', 'invite', '--yes')
  await reflect(bob, 'login', link(invited), '--name', 'Bob', '--yes')
  await firstDay(bob, 'sunday')
  await untilNothingIsLeft(bob)
  const bringBack = await postgres.backUp()
  await firstDay(ada)
  await untilNothingIsLeft(ada)
  const kinds = ['episode', 'session_outcome'] as const
  const countRows = async () => {
    const database = await openPostgres(postgres.url)
    const store = await database.openStore({ project: 'restored' })
    const counts = await Promise.all(kinds.map((kind) => store.count(kind)))
    await database.close()
    return counts
  }
  const synced = (machine: Sandbox) => vi.waitFor(() => reflect(machine, 'sync'), SOON)
  expect(await synced(bob)).toMatchObject({ received: 1 })
  const before = await countRows()

  await bringBack()
  expect(await countRows()).not.toEqual(before)
  expect(await synced(bob)).toMatchObject({ received: 0 })
  expect(await synced(ada)).toMatchObject({ known: 0, received: 1 })
  expect(await countRows()).toEqual(before)
  expect(await synced(bob)).toMatchObject({ received: 1 })
  expect(await countRows()).toEqual(before)
  await untilNothingIsLeft(ada)
  await untilNothingIsLeft(bob)
}, 90_000)

it('lets messages leave a machine where it shares them, and nowhere else', async () => {
  const [ada, bob] = [openShop(), openShop()]
  const wires = [await openWire(servers[0]!.url), await openWire(servers[0]!.url)]
  const { code } = await reflect(ada, 'team', 'create', 'shares', '--yes')
  await reflect(ada, 'login', `${wires[0]!.url}/#join=${String(code)}`, '--name', 'Ada', '--yes')
  const { code: invited } = await reflect(ada, 'team', 'invite', '--yes')
  await reflect(bob, 'login', `${wires[1]!.url}/#join=${String(invited)}`, '--name', 'Bob', '--yes')
  await reflect(ada, 'team', 'share', 'messages', '--yes')
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
  const seen = async () => {
    const { sessions } = (await reflect(ada, 'team', 'sessions')) as { sessions: TeamSession[] }
    return sessions.map(({ member, asked }) => [member, asked]).sort()
  }
  expect(await seen()).toEqual([
    ['Ada', []],
    ['Bob', expect.arrayContaining([expect.stringContaining('Add the cart')])],
  ])
  await reflect(ada, 'team', 'share', 'records', '--yes')
  expect(await seen()).toEqual([
    ['Ada', []],
    ['Bob', []],
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
    // Not while the server starts: one that finds no database ends, and whatever runs it starts it again.
    [6000, () => killing[0]!.then(() => postgres.kill()).then(() => postgres.start())],
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
  const received = await store.readEvents({ kinds: ['record.episode'], limit: 20_000 })
  expect(received.length).toBe(10_000)
  expect(failures).toBeGreaterThan(0)
  await database.close()
}, 240_000)

it('ends in order when it is told to, and is not ready before that without a database', async () => {
  const server = await serveTeam(postgres.url)
  const status = async (path: string) => (await fetch(`${server.url}${path}`)).status
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain(
    'reflectory_requests_total{method="GET",route="/readyz",status="200"} 1',
  )
  expect(metrics).toContain('process_resident_memory_bytes')
  await postgres.kill()
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
  await postgres.start()
  await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), SOON)
  expect(await server.stop()).toBe(0)
}, 120_000)
