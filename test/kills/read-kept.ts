import path from 'node:path'
import { foldSession } from '../../src/guard/fold-session.js'
import { drainSpool } from '../../src/store/spool.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import type { Sandbox } from '../support/sandbox.js'

/** The keys in the log, with what waited in the spool, and how many sessions don't fit their log. */
export async function readKept(sandbox: Sandbox): Promise<{ keys: Set<string>; changed: number }> {
  const store = await openSqliteStore(path.join(sandbox.stateDir(), 'reflectory.db'))
  try {
    await drainSpool(store, path.join(sandbox.stateDir(), 'spool'), foldSession, 1_000_000)
    const events = await store.readEvents({ limit: 1_000_000 })
    const { changed } = await store.rebuildSessions(foldSession)
    return { keys: new Set(events.flatMap(({ key }) => key ?? [])), changed }
  } finally {
    await store.close()
  }
}
