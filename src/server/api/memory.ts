import { getMemory, pinMemory, unpinMemory } from '../../memory/memory-states.js'
import { HUMAN, isPinned, mayBeRecalled } from '../../memory/said-entries.js'
import { timesRecalled } from '../../memory/times-recalled.js'
import { searchEntries } from '../../memory/search-entries.js'
import type { AgentEventOf } from '../../schema/agent-event.js'
import type { MemoryItem } from '../../schema/api/memory.js'
import type { MemoryEntry } from '../../schema/memory-entry.js'
import type { Store } from '../../store.js'
import type { RouteHandler } from './api-deps.js'
import { PAGE_SIZE } from './api-deps.js'
import { beyondOf } from './cursor.js'
import { scanPage } from './scan-page.js'

/** What people said and turns left behind, newest first; with words, the best first. */
export const listMemory: RouteHandler<'GET /memory'> = async (
  { query },
  { host: { store }, workspace },
) => {
  const { owner, q, limit = PAGE_SIZE } = query
  const enabled = workspace.loaded.values.memory.recall
  if (q !== undefined) {
    const found = await searchEntries(store, { text: q, limit, ...(owner ? { owner } : {}) })
    const items = await Promise.all(found.map(({ entry }) => toItem(entry, store)))
    return { items, next: null, enabled }
  }
  const page = await scanPage<MemoryEntry, MemoryItem>({
    limit,
    ...beyondOf(query.cursor),
    takesAll: true,
    read: (place) => store.page('memory', { ...place, ...(owner ? { subject: owner } : {}) }),
    placeOf: ({ ts, id }) => ({ at: ts, id }),
    toItem: (entry) => toItem(entry, store),
  })
  return { ...page, enabled }
}

export const pin: RouteHandler<'POST /memory/{id}/pin'> = async (
  { params },
  { host: { store, now } },
) => toItem(await pinMemory(store, params.id, now().toISOString()), store)

export const unpin: RouteHandler<'POST /memory/{id}/unpin'> = async (
  { params },
  { host: { store, now } },
) => toItem(await unpinMemory(store, params.id, now().toISOString()), store)

export const forget: RouteHandler<'POST /memory/{id}/forget'> = async (
  { params },
  { host: { store, now } },
) => {
  const { id } = await getMemory(store, params.id)
  return { id, forgotten: await store.remove('memory', id, now().toISOString()) }
}

async function toItem(entry: MemoryEntry, store: Store): Promise<MemoryItem> {
  const sessionId = /^session (\S{1,256})$/.exec(entry.provenance ?? '')?.[1] ?? null
  return {
    id: entry.id,
    owner: entry.owner,
    at: entry.ts,
    text: entry.text,
    said:
      sessionId === null || entry.owner === HUMAN ? null : await saidAt(store, sessionId, entry.ts),
    kind: entry.kind,
    pinned: isPinned(entry),
    recallable: mayBeRecalled(entry),
    recalled: await timesRecalled(entry.id, store),
    sessionId,
  }
}

/** Far more stops than a session has behind one of its turns. */
const MAX_STOPS = 100

/** What the agent wrote when it stopped then. */
async function saidAt(store: Store, sessionId: string, at: string): Promise<string | null> {
  const kinds = ['agent.session-stopped']
  const stops = await store.readEvents({ sessionId, kinds, order: 'newest', limit: MAX_STOPS })
  const stop = stops.find((event) => event.at <= at)
  return (stop?.body as AgentEventOf<'session-stopped'> | undefined)?.lastMessage ?? null
}
