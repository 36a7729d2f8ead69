import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { JOB_KEPT_DAYS } from '../queue.js'
import { openMemoryStore } from '../store/memory.js'
import { openSqliteStore } from '../store/sqlite.js'
import type { Store } from '../store.js'
import { queueContract } from './__fixtures__/queue-contract.js'
import { openDueRowQueue } from './due-rows.js'

/** A queue whose clock is set by hand. */
function openAt(store: Store, leaseMs: number) {
  let ms = Date.parse('2030-01-01T00:00:00.000Z')
  const now = () => new Date(ms)
  const wait = (more: number) => void (ms += more)
  return { queue: openDueRowQueue(store, { now, leaseMs }), now, wait, close: () => store.close() }
}

queueContract(
  'due rows in memory',
  async ({ leaseMs }) => {
    const opened = openAt(await openMemoryStore(), leaseMs)
    return { ...opened, pass: async () => opened.wait(200) }
  },
  { describe, it },
)

queueContract(
  'due rows in a file',
  async ({ leaseMs }) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'queue-'))
    const opened = openAt(await openSqliteStore(path.join(dir, 'store.db')), leaseMs)
    return {
      ...opened,
      pass: async () => opened.wait(200),
      async close() {
        await opened.close()
        rmSync(dir, { recursive: true })
      },
    }
  },
  { describe, it },
)

it('keeps no row of a job that is over, done or not', async () => {
  const store = await openMemoryStore()
  const { queue, now, wait } = openAt(store, 1000)
  const dueAt = now().toISOString()
  const job = (id: string) => ({ id, kind: 'digest', dueAt, payload: {} })
  await queue.plan([job('done'), job('waits')])
  const [done] = await queue.take(['digest'], 1)
  await queue.settle(done!)
  wait(JOB_KEPT_DAYS * 86_400_000)
  expect(await queue.take(['digest'], 20)).toEqual([])
  expect(await store.count('due')).toBe(0)
  await store.close()
})
