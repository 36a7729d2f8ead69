import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openSqliteStore } from '../../../src/store/sqlite.js'
import type { Store } from '../../../src/store.js'
import { seedProject } from '../../support/seed/seed-project.js'
import { serve } from './serve.js'
import type { Served } from './serve.js'

/** The real server on a project of realistic size. */
export interface Seeded {
  served: Served
  /** Asks the store itself, past the server. */
  inStore<T>(ask: (store: Store) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openSeeded(): Promise<Seeded> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'reflect-seeded-')))
  const { root, home, database } = await seedProject({ folder, now: new Date() })
  const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  const served = await serve({ root, env })
  return {
    served,
    async inStore(ask) {
      const store = await openSqliteStore(database, { busyTimeoutMs: 5000 })
      try {
        return await ask(store)
      } finally {
        await store.close()
      }
    },
    async close() {
      await served.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
