import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withFileLock } from './file-lock.js'

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'file-lock-'))
  lock = path.join(folder, 'x.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const OPTIONS = { patienceMs: 0, staleMs: 60_000, now: Date.now }
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

/** The lock as a file that a thread or a process can load. */
function bundle(): string {
  const outfile = path.join(folder, 'file-lock.mjs')
  buildSync({
    entryPoints: ['src/util/file-lock.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
  })
  return pathToFileURL(outfile).href
}

const RIVAL = `
const { workerData } = require('node:worker_threads')
const { url, lock, shared, rounds, rivals } = workerData
const cells = new Int32Array(shared)
const [ARRIVED, STARTED, INSIDE, TRIED] = [0, 1, 2, 3]
void import(url).then(async ({ withFileLock }) => {
  for (let round = 0; round < rounds; round += 1) {
    Atomics.add(cells, ARRIVED, 1)
    Atomics.wait(cells, STARTED, round)
    const all = (round + 1) * rivals
    const done = await withFileLock(lock, ${'{ patienceMs: 0, staleMs: 60000, now: Date.now }'}, async () => {
      Atomics.add(cells, INSIDE, 1)
      Atomics.add(cells, TRIED, 1)
      // None leaves before all have tried.
      while (Atomics.load(cells, TRIED) < all) Atomics.wait(cells, TRIED, Atomics.load(cells, TRIED), 1)
    })
    if (!done.held) Atomics.add(cells, TRIED, 1)
    Atomics.notify(cells, TRIED)
  }
})`

describe('withFileLock', () => {
  it('lets exactly one of four rivals take over a stale lock, 200 times', async () => {
    const [rounds, rivals, pid] = [200, 4, deadPid()]
    const shared = new SharedArrayBuffer(16)
    const cells = new Int32Array(shared)
    const workerData = { url: bundle(), lock, shared, rounds, rivals }
    const workers = Array.from(
      { length: rivals },
      () => new Worker(RIVAL, { eval: true, workerData }),
    )
    const ended = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
    const holders: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      while (Atomics.load(cells, 0) < (round + 1) * rivals) await nextTurn()
      if (round > 0) holders.push(Atomics.exchange(cells, 2, 0))
      writeFileSync(lock, `${pid} ${round}`)
      Atomics.store(cells, 1, round + 1)
      Atomics.notify(cells, 1)
    }
    await Promise.all(ended)
    holders.push(Atomics.load(cells, 2))
    expect(holders).toEqual(Array.from({ length: rounds }, () => 1))
    expect(existsSync(lock)).toBe(false)
  })

  it('leaves alone a lock that has changed hands', async () => {
    await withFileLock(lock, OPTIONS, async () => writeFileSync(lock, 'another process'))
    expect(existsSync(lock)).toBe(true)
  })

  it('is not had while another holds it, and is had after', async () => {
    const inner = await withFileLock(lock, OPTIONS, () =>
      withFileLock(lock, OPTIONS, async () => 'in'),
    )
    const after = await withFileLock(lock, OPTIONS, async () => 'in')
    expect([inner, after]).toEqual([
      { held: true, value: { held: false } },
      { held: true, value: 'in' },
    ])
  })

  it('waits for its turn as long as it has patience', async () => {
    const patient = { ...OPTIONS, patienceMs: 20_000 }
    const order: number[] = []
    const work = (number: number) => async () => {
      await nextTurn()
      order.push(number)
    }
    await Promise.all([1, 2, 3].map((number) => withFileLock(lock, patient, work(number))))
    expect(order.toSorted()).toEqual([1, 2, 3])
  })

  it('stops waiting when told to', async () => {
    writeFileSync(lock, `${process.pid} other`)
    const stop = new AbortController()
    const waiting = withFileLock(
      lock,
      { ...OPTIONS, patienceMs: 600_000, signal: stop.signal },
      async () => 'in',
    )
    stop.abort()
    expect(await waiting).toEqual({ held: false })
  })

  it('is released by a process that ends in the middle of the work', () => {
    const script = `import(${JSON.stringify(bundle())}).then(({ withFileLock }) =>
      withFileLock(${JSON.stringify(lock)}, { patienceMs: 0, staleMs: 1e6, now: Date.now }, async () => {
        process.stdout.write(String(require('node:fs').existsSync(${JSON.stringify(lock)})))
        process.exit(0)
      }))`
    const ended = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
    expect([ended.stdout, existsSync(lock)]).toEqual(['true', false])
  })
})
