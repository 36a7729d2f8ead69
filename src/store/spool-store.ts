import { homedir } from 'node:os'
import { ReflectError } from '../schema/error.js'
import type { Store } from '../store.js'
import { spool } from './spool.js'
import type { SpooledWork } from './spooled-file.js'

/**
 * Stands in for a store that can't be opened: it writes to the spool and remembers nothing. No caller
 * may act on the strength of it, because it can't tell what other processes did. It never fails:
 * what the spool does not take goes to `onLost`.
 */
export function openSpoolStore(
  dir: string,
  nextId: () => string,
  onLost: (error: unknown) => void = () => undefined,
  home: string = homedir(),
): Store {
  const nextName = inOrder(nextId)
  const keep = async (work: SpooledWork): Promise<void> => {
    if (work.events.length + work.writes.length === 0) return
    try {
      await spool(dir, nextName(), work, home)
    } catch (error) {
      onLost(error)
    }
  }
  return {
    async transact(input, reducer) {
      const { events, writes, result } = reducer(null, {
        seen: false,
        logged: new Set(),
        blind: true,
      })
      await keep({ sessionId: input.sessionId ?? 'unknown', events, writes })
      return result
    },
    add: (writes, events = []) =>
      keep({ sessionId: events[0]?.sessionId ?? 'unknown', events, writes }),
    change: cantTell,
    once: cantTell,
    get: async () => null,
    list: async () => [],
    page: async () => ({ rows: [], next: null }),
    count: async () => 0,
    listSubjects: async () => [],
    searchLessons: async () => [],
    searchMemory: async () => [],
    searchLog: cantTell,
    indexLog: async () => 0,
    remove: async () => false,
    readEvents: async () => [],
    listEventKinds: async () => [],
    readSession: async () => null,
    listSessions: async () => [],
    pageSessions: async () => ({ rows: [], next: null }),
    readCache: async () => null,
    writeCache: async () => undefined,
    claimCache: async () => false,
    async bookCall(query, decide) {
      const record = decide(null)
      const sessionId = query.sessionId ?? 'unknown'
      await keep({ sessionId, events: [], writes: [{ kind: 'model_call', record }] })
      return record
    },
    readSumMark: async () => ({ counted: null, revision: 0, expiredBefore: null }),
    readSums: async () => [],
    keepSums: async () => false,
    rebuildSessions: async () => ({ sessions: 0, changed: 0 }),
    expire: async () => 0,
    exportRows: async () => undefined,
    importRows: async () => 0,
    compact: async () => undefined,
    close: async () => undefined,
  }
}

async function cantTell(): Promise<never> {
  throw new ReflectError('store-unavailable', "A spool can't tell what was written before", {
    remedy: '`reflect doctor` says why the database could not be opened.',
  })
}

/** Ids of one instant sort by chance; what one process spooled must sort as it happened. */
function inOrder(nextId: () => string): () => string {
  let last = ''
  let count = 0
  return () => {
    const id = nextId()
    count = id > last ? 0 : count + 1
    if (count === 0) last = id
    return `${last}.${String(count).padStart(6, '0')}`
  }
}
