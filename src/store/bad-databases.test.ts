import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ReflectError } from '../schema/error.js'
import type { Store } from '../store.js'
import { buildChild, startChild } from './__fixtures__/start-child.js'
import { migrate } from './sql/migrate.js'
import { SqlStore } from './sql/sql-store.js'
import { openSqliteDriver } from './sql/sqlite-driver.js'
import { loadSqlite } from './sql/sqlite-library.js'
import { openSqliteStore } from './sqlite.js'

let child: string
let dir: string
let file: string

beforeAll(async () => {
  child = await buildChild()
})
afterAll(() => rmSync(path.dirname(child), { recursive: true }))

beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-bad-'))
  file = path.join(dir, 'store.db')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const AT = '2030-01-01T00:00:00.000Z'
const event = (n: number) => ({
  at: AT,
  kind: 'test',
  sessionId: `s${n % 7}`,
  key: `k${n}`,
  body: { n, text: 'some text that fills pages '.repeat(8) },
})

/** What opening the file and asking everything of it comes to: a code, or `fine`. */
async function tryStore(target = file): Promise<string> {
  let store: Store
  try {
    store = await openSqliteStore(target, { busyTimeoutMs: 50 })
  } catch (error) {
    return coded(error)
  }
  const answers = [
    await store.readEvents({ limit: 10_000 }).then(fine, coded),
    await store.readEvents({ sessionId: 's1', order: 'newest' }).then(fine, coded),
    await store.readEvents({ kinds: ['test'] }).then(fine, coded),
    await store.expire('event', AT, 500).then(fine, coded),
    await store
      .add(
        [],
        Array.from({ length: 50 }, (_, n) => event(n)),
      )
      .then(fine, coded),
    await store.rebuildSessions(() => null).then(fine, coded),
  ]
  await store.close()
  return answers.find((answer) => answer !== 'fine') ?? 'fine'
}

const fine = () => 'fine'

function coded(error: unknown): string {
  if (!(error instanceof ReflectError)) throw error
  expect(error.remedy).toMatch(/\w{3}/)
  return error.code
}

/** A copy, because in this process the connections that made it may linger. */
async function makeDatabase(): Promise<Buffer> {
  const made = path.join(dir, 'made.db')
  const store = await openSqliteStore(made)
  await store.add(
    [],
    Array.from({ length: 2000 }, (_, n) => event(n)),
  )
  await store.close()
  sqlite('PRAGMA wal_checkpoint(TRUNCATE)', made)
  copyFileSync(made, file)
  return readFileSync(made)
}

describe('a file that is not a sound database', () => {
  const damages: [what: string, damage: (bytes: Buffer) => Buffer, code: string][] = [
    ['random bytes', () => noise(40_000), 'store-corrupt'],
    ['a few random bytes', () => noise(50), 'store-corrupt'],
    ['text', () => Buffer.from('not a database\n'.repeat(1000)), 'store-corrupt'],
    ['a database cut in half', (bytes) => bytes.subarray(0, bytes.length / 2), 'store-corrupt'],
    ['a database cut within a page', (bytes) => bytes.subarray(0, 10_000), 'store-corrupt'],
    [
      'pages of noise in the middle',
      (bytes) => overwrite(bytes, 0.7, noise(40_960)),
      'store-corrupt',
    ],
    [
      'pages of zeros in the middle',
      (bytes) => overwrite(bytes, 0.7, Buffer.alloc(40_960)),
      'store-corrupt',
    ],
    ['an empty file', () => Buffer.alloc(0), 'fine'],
    ['an untouched database', (bytes) => bytes, 'fine'],
  ]
  it.each(damages)('says of %s what it is', async (_, damage, code) => {
    writeFileSync(file, damage(await makeDatabase()))
    expect(await tryStore()).toBe(code)
  })

  it('never fails without a code, whichever page is flipped', async () => {
    const bytes = await makeDatabase()
    const found = new Set<string>()
    const pages = Math.floor(bytes.length / 4096)
    for (let page = 0; page < pages; page += Math.ceil(pages / 25)) {
      const flipped = Buffer.from(bytes)
      for (let n = page * 4096; n < (page + 1) * 4096; n += 1) flipped[n]! ^= 0xff
      const target = path.join(dir, `flipped-${page}.db`)
      writeFileSync(target, flipped)
      found.add(await tryStore(target))
    }
    expect([...found].filter((code) => code !== 'fine')).toEqual(['store-corrupt'])
  })

  it('says so when a row holds no JSON', async () => {
    await makeDatabase()
    sqlite(`UPDATE events SET body = '{"torn' WHERE id = 7`)
    expect(await tryStore()).toBe('store-corrupt')
  })

  it('keeps working after a write met a damaged page', async () => {
    writeFileSync(file, overwrite(await makeDatabase(), 0.7, noise(40_960)))
    const store = await openSqliteStore(file)
    await store.readEvents({ limit: 10_000 }).catch(coded)
    await store.writeCache('key', 'value', AT)
    expect(await store.readCache('key', '2029-01-01T00:00:00.000Z')).toBe('value')
    await store.close()
  })
})

describe('a database that is not ours to write', () => {
  it('refuses one of a newer version and leaves it untouched', async () => {
    await makeDatabase()
    sqlite(`UPDATE meta SET value = '9999' WHERE id = 'schema_version'`)
    const before = readFileSync(file)
    await expect(openSqliteStore(file)).rejects.toMatchObject({
      code: 'store-newer',
      message: expect.stringContaining('9999'),
      remedy: expect.stringContaining('Update'),
    })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it.each(['CREATE TABLE sessions (a)', 'CREATE TABLE meta (id, other)', 'CREATE TABLE x (a)'])(
    'refuses one of another program (%s) and adds nothing to it',
    async (schema) => {
      sqlite(schema)
      expect(await tryStore()).toBe('store-unavailable')
      expect(sqlite('SELECT sql FROM sqlite_master')).toEqual([{ sql: schema }])
    },
  )

  it('gives up on a locked one after about the time that it was given', async () => {
    await makeDatabase()
    const store = await openSqliteStore(file, { busyTimeoutMs: 200 })
    const locker = startChild(child, ['lock', file])
    await locker.started
    const started = performance.now()
    await expect(store.add([], [event(9999)])).rejects.toMatchObject({
      code: 'store-locked',
      remedy: expect.stringContaining('try again'),
    })
    const waitedMs = performance.now() - started
    expect(waitedMs).toBeGreaterThan(150)
    expect((await store.readEvents({ limit: 1 })).length).toBe(1)
    locker.process.stdin?.end()
    await locker.done
    await store.add([], [event(9999)])
    await store.close()
  })
})

describe('a place that can not hold a database', () => {
  it.each([
    ['a folder', () => mkdirSync(file), 'unsafe-path'],
    ['a link', () => symlinkSync(path.join(dir, 'elsewhere'), file), 'unsafe-path'],
    ['a pipe', () => execFileSync('mkfifo', [file]), 'unsafe-path'],
  ])('refuses %s', async (_, make, code) => {
    make()
    expect(await tryStore()).toBe(code)
    expect(existsSync(path.join(dir, 'elsewhere'))).toBe(false)
  })

  it('refuses a path below a file', async () => {
    writeFileSync(file, '')
    expect(await tryStore(path.join(file, 'below', 'store.db'))).toBe('store-unavailable')
  })

  it('refuses a folder that can not be created', async () => {
    expect(await tryStore('/proc/reflectory/store.db')).toBe('store-unavailable')
  })

  it('creates missing folders', async () => {
    expect(await tryStore(path.join(dir, 'a', 'b', 'store.db'))).toBe('fine')
    expect(statSync(path.join(dir, 'a', 'b')).mode & 0o777).toBe(0o700)
  })
})

describe('permissions', () => {
  it('makes files for their owner alone, whatever was there before', async () => {
    writeFileSync(file, '', { mode: 0o644 })
    const target = path.join(dir, 'new', 'store.db')
    for (const place of [file, target]) {
      const store = await openSqliteStore(place)
      await store.add([], [event(1)])
      const modes = ['', '-wal', '-shm'].map((side) => statSync(place + side).mode & 0o777)
      expect(modes).toEqual([0o600, 0o600, 0o600])
      await store.close()
    }
    expect(statSync(path.dirname(target)).mode & 0o777).toBe(0o700)
  })

  const isRoot = process.getuid?.() === 0
  const canSwitch = !isRoot || existsSync('/usr/bin/setpriv')
  const why = canSwitch ? '' : ' (skipped: root ignores modes and there is no setpriv)'
  it.skipIf(!canSwitch).each([
    ['a file', 0o400, 0o700],
    ['a folder', 0o600, 0o500],
    ['a folder that it can not even look into', 0o600, 0o000],
  ])(`says that %s is read-only${why}`, async (_, fileMode, folderMode) => {
    await makeDatabase()
    chmodSync(file, fileMode)
    if (isRoot) for (const place of [file, dir]) chownSync(place, 65_534, 65_534)
    chmodSync(dir, folderMode)
    const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
    const opener = startChild(child, ['open', file], isRoot ? nobody : [])
    const [line = ''] = await opener.done
    chmodSync(dir, 0o700)
    expect(JSON.parse(line)).toEqual({
      code: 'store-readonly',
      remedy: 'Make the file and its folder writable for you (`chmod u+w`).',
    })
  })
})

describe('no space left', () => {
  it('says so, keeps what was acknowledged, and goes on once there is space', async () => {
    const driver = openSqliteDriver(file, { busyTimeoutMs: 50 })
    await migrate(driver, file)
    const store = new SqlStore(driver)
    const capPages = (pages: number) =>
      driver.read((c) => c.all(`PRAGMA max_page_count = ${pages}`))
    await capPages(120)
    const acknowledged: number[] = []
    const fill = async () => {
      for (let n = 0; ; n += 1) {
        await store.add([], [event(n)])
        acknowledged.push(n)
      }
    }
    await expect(fill()).rejects.toMatchObject({
      code: 'store-full',
      remedy: expect.stringContaining('disk space'),
    })
    await capPages(1_000_000)
    await store.add([], [event(acknowledged.length)])
    const events = await store.readEvents({ limit: 10_000 })
    expect(events.map(({ key }) => key)).toEqual([
      ...acknowledged.map((n) => `k${n}`),
      `k${acknowledged.length}`,
    ])
    await store.close()
  })

  const canMount = withSmallDisk(() => true) ?? false
  const why = canMount ? '' : ' (skipped: needs root and tmpfs)'
  it.skipIf(!canMount)(`survives a disk that is really full${why}`, async () => {
    await withSmallDisk(async (disk) => {
      const target = path.join(disk, 'store.db')
      const lines = await startChild(child, ['fill', target]).done
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ code: 'store-full' })
      const ids = lines.slice(0, -1)
      expect(ids.length).toBeGreaterThan(5)
      expect(await tryStore(path.join(disk, 'second.db'))).toBe('store-full')
      rmSync(path.join(disk, 'second.db'), { force: true })
      execFileSync('mount', ['-o', 'remount,size=8m', disk])
      const store = await openSqliteStore(target)
      const found = (await store.list('interaction', { limit: 1000 })).map(({ id }) => id)
      expect(found.sort()).toEqual(ids.sort())
      await store.close()
    })
  })
})

/** Undefined where such a disk can't be had. */
function withSmallDisk<T>(use: (disk: string) => T): T | undefined {
  const disk = mkdtempSync(path.join(os.tmpdir(), 'reflectory-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    rmdirSync(disk)
    return undefined
  }
  const done = () => {
    execFileSync('umount', ['-l', disk])
    rmdirSync(disk)
  }
  const result = use(disk)
  if (result instanceof Promise) return result.finally(done) as T
  done()
  return result
}

function sqlite(statement: string, target = file): unknown[] {
  const database = new (loadSqlite().DatabaseSync)(target)
  try {
    return database.prepare(statement).all()
  } finally {
    database.close()
  }
}

/** The same bytes every time, and no header that anything would take for its own. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let n = 0, seed = 12_345; n < length; n += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    bytes[n] = seed >> 16
  }
  return bytes
}

function overwrite(bytes: Buffer, where: number, part: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  part.copy(copy, Math.floor((bytes.length * where) / 4096) * 4096)
  return copy
}
