import type { LessonRow } from '../schema/lesson.js'
import type { Store } from '../store.js'
import { isSeenIn, isShareable, isShowable, newestAttempts } from './lesson-storage.js'
import type { LessonSearch, LessonStorage } from './lesson-storage.js'

const PAGE = 500
/** The most rows of one task that a retry looks through. */
const MAX_OF_PLACE = 200

/** Lessons in the project's store. Closing it leaves the store open: it has other users. */
export function openStoreStorage(store: Store): LessonStorage {
  return {
    put: (rows) => store.add(rows.map((record) => ({ kind: 'lesson', record }))),
    get: (id) => store.get('lesson', id),
    async findFingerprint(place) {
      const rows = await store.searchLessons({ place, limit: MAX_OF_PLACE })
      return rows.find((row) => row.fingerprint === place && row.state !== 'superseded') ?? null
    },
    async recent(subtaskId, limit) {
      const asked = { state: 'active', limit: MAX_OF_PLACE } as const
      // The column has the last sighting, exactly; the index has all, among similar names.
      const last = await store.list('lesson', { ...asked, subject: subtaskId })
      const all = await store.searchLessons({ ...asked, place: subtaskId })
      const rows = new Map([...last, ...all].map((row) => [row.id, row]))
      return newestAttempts([...rows.values()], subtaskId, limit)
    },
    list: (query = {}) => store.list('lesson', query),
    search: (query) => search(store, query),
    remove: (id, at) => store.remove('lesson', id, at),
    prune: (before, at, limit = Infinity) => prune(store, before, at, limit),
    putExposures: (exposures) =>
      store.add(exposures.map((record) => ({ kind: 'exposure', record }))),
    listExposures({ lessonId, sessionId, outcome, ...rest } = {}) {
      return store.list('exposure', {
        ...rest,
        ...(lessonId === undefined ? {} : { subject: lessonId }),
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(outcome === undefined ? {} : { state: outcome }),
      })
    },
    skipped: async () => 0,
    close: async () => undefined,
  }
}

async function search(
  store: Store,
  { words, files, place, shareable, limit }: LessonSearch,
): Promise<LessonRow[]> {
  const rows = await store.searchLessons({
    ...(words === undefined ? {} : { words }),
    ...(files === undefined ? {} : { files }),
    ...(place === undefined ? {} : { place }),
    ...(shareable === true ? { shareable } : {}),
    state: 'active',
    limit: place === undefined ? limit : MAX_OF_PLACE,
  })
  const asksOnlyPlace = place !== undefined && words === undefined && files === undefined
  return rows
    .filter((row) => isShowable(row) && (!shareable || isShareable(row)))
    .filter((row) => !asksOnlyPlace || isSeenIn(row, place))
    .slice(0, limit)
}

/** Page by page, oldest first; each page begins after the pinned rows that stay. */
async function prune(store: Store, before: string, at: string, limit: number): Promise<number> {
  let pruned = 0
  let since: string | undefined
  for (;;) {
    const page = await store.list('lesson', {
      before,
      order: 'oldest',
      limit: PAGE,
      ...(since === undefined ? {} : { since }),
    })
    const old = page.filter((row) => !row.pinned)
    for (const row of old.slice(0, limit - pruned)) {
      if (await store.remove('lesson', row.id, at)) pruned += 1
    }
    if (pruned >= limit) return pruned
    const next = page.at(-1)?.lesson.createdAt
    if (page.length < PAGE || next === undefined) return pruned
    // More pinned lessons of one instant than a page holds: nothing behind them can be reached.
    if (old.length === 0 && next === since) return pruned
    since = next
  }
}
