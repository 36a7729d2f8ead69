/**
 * Episodes and lessons of versions that keyed them by their command are derived again, once: from the
 * session's transcript where it is still there, else from the row, of which only what is sure stays.
 * What a person did with a lesson goes over to the one that takes its place.
 */
import { episodeKey, isEarlierKey } from '../read/episodes/episode-key.js'
import { commandKind } from '../read/shell/command-kind.js'
import { partsIn } from '../read/shell/parse-line.js'
import type { Episode } from '../schema/episode.js'
import type { LedgerEpisode } from '../schema/evidence.js'
import type { LessonRow } from '../schema/lesson.js'
import type { Store } from '../store.js'
import { lessonOfEpisodes } from './episode-lessons.js'
import type { LessonStorage } from './lesson-storage.js'
import { factsLessonId } from './recall/lesson-items.js'
import { episodeId, toEpisode } from './save-episodes.js'

export interface DeriveInput {
  store: Store
  /** Where its lessons are kept: there, or in a file. */
  storage: LessonStorage
  now: string
  /** The session's episodes as its transcript tells them now; null where it is gone. */
  readTranscript(sessionId: string): Promise<readonly LedgerEpisode[] | null>
}

export interface Derived {
  episodes: number
  /** Of them read from a transcript again. */
  read: number
  /** Called green by what did not show it. */
  reopened: number
  lessons: number
  kept: number
  deleted: number
}

const MAX_ROWS = 20_000
const KEY = 'episodes-by-what-failed'

/** Null where there was nothing to do, or it is done. */
export async function deriveAgain(input: DeriveInput): Promise<Derived | null> {
  const { store, storage, now } = input
  const done = await store.readEvents({ kinds: [EVENT], limit: 1 })
  if (done.length > 0) return null
  const rows = await store.list('episode', { limit: MAX_ROWS, order: 'oldest' })
  const old = rows.filter(({ key }) => isEarlierKey(key))
  const lessons = await storage.list({ limit: MAX_ROWS })
  const oldLessons = lessons.filter(({ facts }) => facts !== undefined && isEarlierKey(facts.key))
  const made = await deriveEpisodes(old, input)
  const newer = rows.filter(({ key }) => !isEarlierKey(key))
  const all = [...new Map([...made.episodes, ...newer].map((one) => [one.id, one])).values()]
  const found = await lessonsOf({ episodes: all, old, oldLessons, storage, now })
  const derived: Derived = {
    episodes: old.length,
    read: made.read,
    reopened: made.reopened,
    lessons: oldLessons.length,
    kept: found.length,
    deleted: Math.max(0, oldLessons.length - found.length),
  }
  // Whoever is ended in between is followed by another, who finds the episodes as they were.
  await storage.put(found)
  for (const { id } of oldLessons) await storage.remove(id, now)
  return store.once(KEY, () => ({
    writes: made.episodes.map((record) => ({ kind: 'episode' as const, record })),
    removes: old.map(({ id }) => ({ kind: 'episode' as const, id })),
    events: [{ at: now, kind: EVENT, sessionId: null, key: KEY, body: derived }],
    result: derived,
  }))
}

const EVENT = 'memory.derived'

async function deriveEpisodes(
  old: readonly Episode[],
  { readTranscript, now }: DeriveInput,
): Promise<{ episodes: Episode[]; read: number; reopened: number }> {
  const episodes: Episode[] = []
  const counts = { read: 0, reopened: 0 }
  for (const [sessionId, own] of groupBy(old, (one) => one.sessionId)) {
    const told = own[0]!.member === undefined ? await readTranscript(sessionId) : null
    if (told !== null) counts.read += own.length
    const isOver = own.every(({ state }) => state !== 'open')
    const again =
      told?.map((one) =>
        toEpisode(one, { sessionId, now, isOver, isWeakened: isWeakenedIn(own) }),
      ) ?? own.map((row) => fromRow(row, own))
    counts.reopened += Math.max(0, countGreen(own) - countGreen(again))
    episodes.push(...again)
  }
  return { episodes, ...counts }
}

const countGreen = (list: readonly Episode[]): number =>
  list.filter(({ state }) => state === 'resolved').length

/** What a stop found in the change is known for the same check and the same green. */
const isWeakenedIn =
  (own: readonly Episode[]) =>
  ({ check, greenStep }: LedgerEpisode): boolean =>
    own.some((one) => one.weakened && one.check === check && one.greenStep === greenStep)

/**
 * Of builds it is not known whether it was they that ran green, or tests that compile nothing. Where another
 * failure of the check showed up by then, this one was gone and the check was not green.
 */
function fromRow(row: Episode, own: readonly Episode[]): Episode {
  const key = episodeKey(row, row.check)
  const again = { ...row, id: episodeId(row.sessionId, key), key }
  if (row.state !== 'resolved') return again
  if (isBuild(row.check)) return { ...again, state: 'abandoned', greenStep: null, resolvedBy: null }
  const { greenStep, resolvedBy } = row
  const isLeft = own.some(
    ({ check, redStep }) =>
      check === row.check && redStep > row.redStep && redStep <= (greenStep ?? 0),
  )
  return isLeft && resolvedBy !== null
    ? { ...again, resolvedBy: { ...resolvedBy, gone: true } }
    : again
}

const isBuild = (check: string): boolean =>
  partsIn(check).some(({ words }) => {
    const { kind } = commandKind(words)
    return kind === 'build' || kind === 'typecheck'
  })

/** One for each failure that has something to say; a person's word on an old one goes over to it. */
async function lessonsOf({
  episodes,
  old,
  oldLessons,
  storage,
  now,
}: {
  episodes: readonly Episode[]
  old: readonly Episode[]
  oldLessons: readonly LessonRow[]
  storage: LessonStorage
  now: string
}): Promise<LessonRow[]> {
  const wasKey = new Map(
    old.map(({ key, sessionId, tests, error, check }) => [
      `${sessionId} ${episodeKey({ tests, error }, check)}`,
      key,
    ]),
  )
  const known = new Map(oldLessons.map((row) => [row.facts!.key, row]))
  const rows: LessonRow[] = []
  for (const [key, of] of groupBy(episodes, (one) => one.key)) {
    const before = of
      .map(({ sessionId }) => known.get(wasKey.get(`${sessionId} ${key}`) ?? ''))
      .find((row) => row !== undefined)
    const row = lessonOfEpisodes(of, before ?? (await storage.get(factsLessonId(key))), now)
    if (row?.id === factsLessonId(key)) rows.push(row)
  }
  return rows
}

function groupBy(
  rows: readonly Episode[],
  nameOf: (row: Episode) => string,
): Map<string, Episode[]> {
  const groups = new Map<string, Episode[]>()
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row])
  return groups
}
