/**
 * Members send while everything under them fails: their own processes and both servers are killed, the
 * database is killed, silent, deaf and without room, and so is one member's disk. Every row has to be there
 * once. With the folder of another version, one server and half of the members are of that version.
 */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openPostgres } from '../../src/store/postgres.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { sampleWrite } from '../../src/testing/store-contract/samples.js'
import { onConnection } from '../../test/support/open-pool.js'
import { BIN, openSandboxFor } from '../../test/support/sandbox.js'
import type { Sandbox } from '../../test/support/sandbox.js'
import { startPostgres } from '../../test/support/start-postgres.js'
import type { TestPostgres } from '../../test/support/start-postgres.js'
import { serveTeam } from '../../test/team/serve-team.js'
import type { TeamServer } from '../../test/team/serve-team.js'
import type { BenchProgram } from '../program.js'

const MEMBERS = 4
const ROWS = 5000
/** One for each thing that fails. */
const WAVES = 8
const PROJECT = 'shop'
const AT = { now: '2030-01-01T00:00:00.000Z', expiresAt: '2099-01-01T00:00:00.000Z' }
/** Longer than a request may take, so that those under way are given up. */
const SILENT_MS = 12_000
/** A member whose process lives no longer than this, at first. */
const KILL_AFTER_MS = 4000
/** After the last of them. */
const MAX_SYNCS = 20

export const program: BenchProgram = {
  name: 'team-faults',
  summary: `${MEMBERS * ROWS} rows through two servers while processes are killed, disks full and ways silent`,
  async run({ args: [otherFolder], print }) {
    const bins = [BIN, otherFolder === undefined ? BIN : path.join(otherFolder, 'dist/cli/bin.cjs')]
    const disk = mountDisk('640m')
    const postgres = await startPostgres(['fsync=on', 'max_wal_size=128MB'], disk.folder)
    const wire = await openWire(postgres)
    const pair = await openPair(wire.url, bins)
    const members: Member[] = []
    try {
      for (let n = 0; n < MEMBERS; n += 1) {
        members.push(
          await openMember(n, { bin: bins[n % 2]!, url: pair.url, database: postgres.url }),
        )
      }
      print(
        `${MEMBERS * ROWS} rows; ${otherFolder === undefined ? 'one version' : 'two versions'}; ${disk.isOwn ? 'the database has' : 'WITHOUT'} a small disk of its own`,
      )
      const faults = playFaults({ postgres, wire, pair, disk, members }, print)
      const runs = await Promise.all(members.map((member) => sendAll(member, faults)))
      await faults.done
      const killed = runs.reduce((sum, run) => sum + run.killed, 0)
      const failed = runs.reduce((sum, run) => sum + run.failed, 0)
      print(
        `${killed} syncs killed, ${failed} failed and said so, ${runs.reduce((sum, run) => sum + run.syncs, 0)} in all`,
      )
      const { rows, lines, keys } = await countTaken(postgres.url)
      const sent = MEMBERS * ROWS
      const settled = await Promise.all(members.map(countSettled))
      print(`${rows} rows there, ${lines} lines in the log under ${keys} keys`)
      const one = (name: string, ratio: number) => [
        { name: `${name} (none lost)`, ratio, limit: 1, kind: 'at least' as const },
        { name: `${name} (none twice)`, ratio, limit: 1, kind: 'at most' as const },
      ]
      return {
        bars: [
          ...one('rows there of those sent', rows / sent),
          ...one('lines of the log of rows sent', lines / sent),
          ...one('keys of rows sent', keys / sent),
          ...one('rows that members know as sent', settled.reduce((a, b) => a + b, 0) / sent),
        ],
        figures: { 'rows sent': sent, 'syncs killed': killed, 'syncs failed': failed },
      }
    } finally {
      await pair.close()
      wire.close()
      await postgres.stop()
      for (const member of members) member.close()
      disk.unmount()
    }
  },
}

const run = promisify(execFile)

interface Disk {
  folder: string
  isOwn: boolean
  unmount(): void
}

/** A disk of its own; a plain folder where that is not allowed. */
function mountDisk(size: string, at?: string): Disk {
  const folder = at ?? mkdtempSync(path.join(os.tmpdir(), 'reflectory-disk-'))
  mkdirSync(folder, { recursive: true })
  const words = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]
  const isOwn = spawnSync('mount', words, { stdio: 'ignore' }).status === 0
  return {
    folder,
    isOwn,
    unmount() {
      if (isOwn) spawnSync('umount', ['-l', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Takes all the room that a disk has; what it returns gives it back. */
function fill({ folder, isOwn }: Disk): () => void {
  const file = path.join(folder, 'filler')
  if (!isOwn) return () => undefined
  for (const bytes of [1024 * 1024, 4096, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      continue
    }
  }
  return () => rmSync(file, { force: true })
}

interface Relay {
  port: number
  cut(): void
  close(): void
}

/** Hands connections on to wherever `target` says at that time. */
async function openRelay(
  target: () => Socket,
  passes: { there(): boolean; back(): boolean },
): Promise<Relay> {
  const sockets = new Set<Socket>()
  const relay: Server = createServer((near) => {
    const far = target()
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        for (const end of [near, far]) end.destroy()
      })
    }
    near.on('data', (chunk) => passes.there() && far.write(chunk))
    far.on('data', (chunk) => passes.back() && near.write(chunk))
  })
  await new Promise<void>((resolve) => void relay.listen(0, '127.0.0.1', resolve))
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: (relay.address() as AddressInfo).port,
    cut,
    close() {
      cut()
      relay.close()
    },
  }
}

type Way = 'passes' | 'is silent' | 'loses answers'

/** The way between servers and database. */
async function openWire(postgres: TestPostgres) {
  const socket = path.join(new URL(postgres.url).searchParams.get('host')!, '.s.PGSQL.5432')
  let way: Way = 'passes'
  const relay = await openRelay(() => connect(socket), {
    there: () => way !== 'is silent',
    back: () => way === 'passes',
  })
  return {
    url: `postgres://postgres@127.0.0.1:${relay.port}/postgres`,
    go(next: Way) {
      way = next
      // What hung is cut off when the way is free again, as a firewall's table does.
      if (next === 'passes') relay.cut()
    },
    close: relay.close,
  }
}

/** Two servers behind one address, each connection to the next one that lives. */
async function openPair(databaseUrl: string, bins: readonly string[]) {
  const servers: (TeamServer | null)[] = [null, null]
  const start = async (n: number) => {
    servers[n] = await serveTeam(databaseUrl, {}, bins[n]!)
  }
  for (const n of servers.keys()) await start(n)
  let turn = 0
  const relay = await openRelay(
    () => {
      turn += 1
      const server = servers[turn % servers.length] ?? servers[(turn + 1) % servers.length]
      return connect(Number(new URL(server?.url ?? 'http://127.0.0.1:9').port), '127.0.0.1')
    },
    { there: () => true, back: () => true },
  )
  return {
    url: `http://127.0.0.1:${relay.port}`,
    async restart(n: number, signal: NodeJS.Signals, pauseMs: number) {
      const server = servers[n]
      servers[n] = null
      await server?.stop(signal)
      await pause(pauseMs)
      await start(n)
    },
    async close() {
      relay.close()
      for (const server of servers) await server?.stop('SIGKILL')
    },
  }
}

interface Member {
  sandbox: Sandbox
  bin: string
  disk: Disk
  close(): void
}

/** What a member has to send while one thing fails. */
async function addRows({ sandbox, bin }: Member, wave: number): Promise<void> {
  const records = Array.from({ length: ROWS / WAVES }, (_, n) => {
    const row = wave * (ROWS / WAVES) + n
    return sampleWrite('episode', { id: `e${row}`, sessionId: `s${row % 70}`, state: 'resolved' })
  })
  const file = path.join(sandbox.stateDir(), 'reflectory.db')
  const library = path.join(path.dirname(bin), '..', 'index.js')
  const words = ['--input-type=module', '-e', ADD_ROWS, library, file]
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'ignore', 'inherit'] })
  child.stdin.end(JSON.stringify(records))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('Rows could not be added')
}

/** By the library of the member's own version: a newer one would bring its tables forward. */
const ADD_ROWS = `
import { readFileSync } from 'node:fs'
const [library, file] = process.argv.slice(1)
const { openSqliteStore } = await import(library)
const store = await openSqliteStore(file, { busyTimeoutMs: 10000 })
await store.add(JSON.parse(readFileSync(0, 'utf8')))
await store.close()`

/** A machine of the team. */
async function openMember(
  n: number,
  { bin, url, database: databaseUrl }: { bin: string; url: string; database: string },
): Promise<Member> {
  const sandbox = openSandboxFor()
  sandbox.write('README.md', '# Shop\n')
  sandbox.git('add', '-A')
  sandbox.git('commit', '--quiet', '-m', 'start')
  const disk = mountDisk('256m', path.join(sandbox.home, '.local', 'state'))
  const database = await openPostgres(databaseUrl)
  const code = `${n}`.padEnd(43, 'c')
  const invite = { code, project: PROJECT, role: 'owner', actor: null, ...AT } as const
  await (n === 0 ? database.access.createProject : database.access.invite)(invite)
  await database.close()
  const words = ['login', `${url}/#join=${code}`, '--name', `M${n}`, '--yes']
  const { root: cwd, env } = sandbox
  // The way to the servers is in this process.
  await run(process.execPath, [bin, ...words], { cwd, env })
  // Makes the store.
  await run(process.execPath, [bin, 'sync'], { cwd, env })
  const close = () => {
    disk.unmount()
    rmSync(sandbox.base, { recursive: true, force: true })
  }
  return { sandbox, bin, disk, close }
}

interface Runs {
  syncs: number
  killed: number
  failed: number
}

/** `reflect sync`, killed again and again while things fail, and then until nothing waits. */
async function sendAll(member: Member, faults: { areOver(): boolean }): Promise<Runs> {
  const runs = { syncs: 0, killed: 0, failed: 0 }
  for (let last = 0; last < MAX_SYNCS;) {
    runs.syncs += 1
    const mayBeKilled = !faults.areOver()
    if (!mayBeKilled) last += 1
    const end = await sync(member, mayBeKilled ? KILL_AFTER_MS * (0.3 + Math.random()) : null)
    if (end === 'killed') runs.killed += 1
    else if (end === 'failed') runs.failed += 1
    else if (!mayBeKilled) return runs
  }
  throw new Error('Rows still wait')
}

async function sync(
  { sandbox: { root, env }, bin }: Member,
  killAfterMs: number | null,
): Promise<'done' | 'failed' | 'killed'> {
  const child = spawn(process.execPath, [bin, 'sync'], { cwd: root, env, stdio: 'ignore' })
  const timer = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  if (timer !== null) clearTimeout(timer)
  if (signal !== null) return 'killed'
  return code === 0 ? 'done' : 'failed'
}

interface Parts {
  postgres: TestPostgres
  wire: Awaited<ReturnType<typeof openWire>>
  pair: Awaited<ReturnType<typeof openPair>>
  disk: Disk
  members: readonly Member[]
}

/** One after the other, while members send. */
function playFaults({ postgres, wire, pair, disk, members }: Parts, print: (line: string) => void) {
  let isOver = false
  const silence = async (way: Way) => {
    wire.go(way)
    await pause(SILENT_MS)
    wire.go('passes')
  }
  const full = async (one: Disk) => {
    const free = fill(one)
    await pause(SILENT_MS)
    free()
  }
  const faults: Record<string, () => Promise<void>> = {
    'a server is killed': () => pair.restart(0, 'SIGKILL', 500),
    'the other one is told to end': () => pair.restart(1, 'SIGTERM', 500),
    "the database's way is silent": () => silence('is silent'),
    'answers of the database are lost': () => silence('loses answers'),
    'the database is killed': async () => {
      await postgres.kill()
      await pause(2000)
      await postgres.start()
    },
    'a member has no room': () => full(members[0]!.disk),
    'the database has no room': async () => {
      await full(disk)
      if (!postgres.isRunning()) await postgres.start()
    },
    'both servers are killed': () =>
      Promise.all([0, 1].map((n) => pair.restart(n, 'SIGKILL', 1000))).then(() => undefined),
  }
  const play = async () => {
    for (const [wave, [what, happens]] of Object.entries(faults).entries()) {
      await Promise.all(members.map((member) => addRows(member, wave)))
      const before = (await countTaken(postgres.url)).rows
      await happens()
      const { rows } = await countTaken(postgres.url)
      print(`${what}: ${before} rows were there, and ${rows} afterwards`)
    }
  }
  return { done: play().finally(() => (isOver = true)), areOver: () => isOver }
}

const countTaken = (url: string) =>
  onConnection(url, async (client) => {
    const count = async (text: string) => Number((await client.query(text)).rows[0]!['count'])
    const log = `FROM reflectory.events WHERE kind = 'record.episode'`
    return {
      rows: await count('SELECT count(*) FROM reflectory.episodes'),
      lines: await count(`SELECT count(*) ${log}`),
      keys: await count(`SELECT count(DISTINCT key) ${log}`),
    }
  })

async function countSettled({ sandbox }: Member): Promise<number> {
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  const sent = await store.count('outbox', { state: 'sent' })
  await store.close()
  return sent
}
