import type { SearchItem } from '../../schema/api/search.js'
import { ReflectError } from '../../schema/error.js'
import type { LogHit } from '../../schema/search.js'
import type { Store } from '../../store.js'
import type { RouteHandler } from './api-deps.js'
import { firstAsked } from './sessions/session-item.js'

const PAGE_SIZE = 20
/** A page behind this one is of no use to a person, and costs more with each. */
const MAX_SKIPPED = 2000

/** Texts that have the words, best first; of very many the newest first. */
export const searchAll: RouteHandler<'GET /search'> = async (
  { query },
  { host: { store }, log },
) => {
  const { q: words, cursor, limit = PAGE_SIZE, ...filters } = query
  const skip = skipped(cursor)
  const { hits, taken, pending, ...found } = await store.searchLog({
    ...filters,
    words,
    limit,
    skip,
  })
  if (pending > 0) fillInBackground(store, log)
  const items = await withSessions(store, hits, skip)
  const end = skip + taken
  const isLast = taken < limit || end >= MAX_SKIPPED
  return { items, next: isLast ? null : String(end), pending, ...found }
}

function skipped(cursor = '0'): number {
  const skip = Number(cursor)
  if (Number.isSafeInteger(skip) && skip >= 0 && skip <= MAX_SKIPPED) return skip
  throw new ReflectError('usage', 'This cursor is not one of a search')
}

async function withSessions(
  store: Store,
  hits: readonly LogHit[],
  skip: number,
): Promise<SearchItem[]> {
  const known = new Map<string, Pick<SearchItem, 'agent' | 'project' | 'asked'>>()
  const items: SearchItem[] = []
  for (const [place, hit] of hits.entries()) {
    const { sessionId } = hit
    if (sessionId !== null && !known.has(sessionId))
      known.set(sessionId, await describeSession(store, sessionId))
    items.push({ ...hit, ...(known.get(sessionId ?? '') ?? UNKNOWN), id: String(skip + place) })
  }
  return items
}

const UNKNOWN = { agent: null, project: null, asked: null }

async function describeSession(store: Store, sessionId: string) {
  const state = await store.readSession(sessionId)
  if (state === null) return UNKNOWN
  const { agent, projectRoot: project } = state
  return { agent, project, asked: await firstAsked(sessionId, store) }
}

const LINES_AT_ONCE = 100
const PAUSE_MS = 5
const filling = new WeakSet<Store>()

/** The first search of a long log fills the index: in steps, between which others are answered. */
function fillInBackground(store: Store, log: (line: string) => void): void {
  if (filling.has(store)) return
  filling.add(store)
  const step = async (): Promise<void> => {
    try {
      if ((await store.indexLog(LINES_AT_ONCE)) > 0) {
        setTimeout(() => void step(), PAUSE_MS).unref()
        return
      }
    } catch (error) {
      // A store that was closed meanwhile is filled by the next search.
      if (!(error instanceof ReflectError && error.code === 'store-unavailable'))
        log(
          `The search index is not filled: ${error instanceof Error ? error.message : String(error)}`,
        )
    }
    filling.delete(store)
  }
  void step()
}
