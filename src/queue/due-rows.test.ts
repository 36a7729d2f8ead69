import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'vitest'
import { openMemoryStore } from '../store/memory.js'
import { openSqliteStore } from '../store/sqlite.js'
import { queueContract } from '../testing/queue-contract.js'
import { openDueRowQueue } from './due-rows.js'

queueContract(
  'due rows in memory',
  async () => {
    const store = await openMemoryStore()
    return { queue: openDueRowQueue(store), close: () => store.close() }
  },
  { describe, it },
)

queueContract(
  'due rows in a file',
  async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'queue-'))
    const store = await openSqliteStore(path.join(dir, 'store.db'))
    return {
      queue: openDueRowQueue(store),
      async close() {
        await store.close()
        rmSync(dir, { recursive: true })
      },
    }
  },
  { describe, it },
)
