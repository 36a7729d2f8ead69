import type { Store } from '../store.js'
import { spool } from './spool.js'

/**
 * Stands in for a store that can't be opened: it writes to the spool and remembers nothing. Nobody
 * may act on the strength of it, because it can't tell what other processes did.
 */
export function openSpoolStore(dir: string, nextId: () => string): Store {
  return {
    async transact(input, reducer) {
      const { events, writes, result } = reducer(null, { seen: false })
      spool(dir, nextId(), { sessionId: input.sessionId, events, writes })
      return result
    },
    async add(writes, events = []) {
      spool(dir, nextId(), { sessionId: events[0]?.sessionId ?? 'unknown', events, writes })
    },
    get: async () => null,
    list: async () => [],
    remove: async () => false,
    readEvents: async () => [],
    readSession: async () => null,
    listSessions: async () => [],
    takeDue: async () => [],
    readCache: async () => null,
    writeCache: async () => undefined,
    rebuildSessions: async () => ({ sessions: 0, changed: 0 }),
    expire: async () => 0,
    close: async () => undefined,
  }
}
