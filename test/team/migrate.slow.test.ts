/** A store of 100,000 rows on its way to PostgreSQL, by a process that is killed underway. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openPostgres } from '../../src/store/postgres.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import type { Store } from '../../src/store.js'
import { instant, recordKinds, sampleWrite } from '../../src/testing/store-contract/samples.js'
import { BIN } from '../support/sandbox.js'
import { openSession, openShop } from '../support/shop-story.js'
import { startPostgres } from '../support/start-postgres.js'

/** Each has a line of its own in the log. */
const RECORDS = 50_000
const BATCH = 1000

async function fill(store: Store): Promise<void> {
  for (let from = 0; from < RECORDS; from += BATCH) {
    await store.add(
      Array.from({ length: BATCH }, (_, index) => {
        const n = from + index
        const kind = recordKinds[n % recordKinds.length]!
        return sampleWrite(kind, { id: `id-${n}`, at: instant(n), sessionId: `session-${n % 50}` })
      }),
    )
  }
}

/** Every row, in the order in which a store hands them over. */
async function digestOf(store: Store): Promise<{ rows: number; digest: string }> {
  const hash = createHash('sha256')
  let rows = 0
  await store.exportRows((row) => {
    rows += 1
    hash.update(JSON.stringify(row))
  })
  return { rows, digest: hash.digest('hex') }
}

it('ends with the same rows, whenever it was killed and however often it is run', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const sandbox = openShop()
  await openSession(sandbox, 'first', '2030-01-07').prompt('Go on')
  const local = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  await fill(local)
  const expected = await digestOf(local)
  await local.close()
  expect(expected.rows).toBeGreaterThan(2 * RECORDS)

  const database = await openPostgres(postgres.url)
  const target = await database.openStore({ project: 'cart' })
  const args = ['migrate', '--to', postgres.url, '--project', 'cart', '--yes', '--json']
  const { root: cwd, env } = sandbox
  const killed = spawn(process.execPath, [BIN, ...args], { cwd, env, stdio: 'ignore' })
  const isUnderway = async () => expect(await target.count('event')).toBeGreaterThan(20_000)
  await vi.waitFor(isUnderway, { timeout: 60_000, interval: 50 })
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const partly = (await digestOf(target)).rows
  expect(partly).toBeLessThan(expected.rows)

  const start = performance.now()
  for (const _ of ['again', 'and once more']) {
    const again = spawn(process.execPath, [BIN, ...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const chunks: Buffer[] = []
    again.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(again, 'close')
    const report = JSON.parse(Buffer.concat(chunks).toString()) as { rows: number }
    expect(report.rows).toBe(expected.rows)
  }
  console.log(
    `${partly} of ${expected.rows} rows when killed; two runs of all: ${Math.round(performance.now() - start)} ms`,
  )
  expect(await digestOf(target)).toEqual(expected)

  const other = openShop()
  await openSession(other, 'first', '2030-01-07').prompt('Go on')
  const { code, stderr } = await other.reflect(args.filter((word) => word !== '--json'))
  expect({ code, isSaid: stderr.includes('rows of another store') }).toEqual({
    code: 2,
    isSaid: true,
  })
  await database.close()
}, 300_000)
