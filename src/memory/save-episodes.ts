/**
 * The episodes of a session on their way into the store: what the ledger tells comes in; rows of
 * episodes that are new or have changed go out, with the lessons that they change.
 */
import type { Episode } from '../schema/episode.js'
import type { LedgerEpisode } from '../schema/evidence.js'
import type { RecordWrite } from '../schema/records.js'
import type { Store } from '../store.js'
import { shortHash } from '../util/loose-json.js'
import { lessonOfEpisodes } from './episode-lessons.js'
import type { LessonStorage } from './lesson-storage.js'
import { factsLessonId } from './recall/lesson-items.js'

export interface SaveEpisodesInput {
  sessionId: string
  episodes: readonly LedgerEpisode[]
  /** The session is over: what is red stays so. */
  isOver: boolean
  /** Whether a check was weakened on its way to green: then it is not resolved; null where none looked. */
  isWeakened(episode: LedgerEpisode): boolean | null
  /** The checks are green at the end, as they are now. @default no */
  isGreenNow?: boolean
  /** Whether the tree is as it was when it was red last; null where it was not looked at. @default null */
  isSameTree?: ((episode: LedgerEpisode) => boolean) | null
  /** Whether a person said to leave it red: then nothing was tried. @default no */
  isLeft?(episode: LedgerEpisode): boolean
  storage: LessonStorage
  store: Pick<Store, 'list'>
  now: string
}

const MAX_OF_KEY = 200

export async function saveEpisodes(input: SaveEpisodesInput): Promise<RecordWrite[]> {
  const { sessionId, store, storage, now } = input
  const known = await store.list('episode', { sessionId, limit: MAX_OF_KEY })
  const told = input.episodes.map((episode) => toEpisode(episode, input, known))
  const left = input.isOver ? known.filter((one) => isLeftOpen(one, told)).map(abandon(now)) : []
  const changed = [...told, ...left].filter((episode) => !isKnown(episode, known))
  for (const episode of changed) {
    const others = await store.list('episode', { subject: episode.key, limit: MAX_OF_KEY })
    const all = [...others.filter(({ id }) => id !== episode.id), episode]
    const row = lessonOfEpisodes(all, await storage.get(factsLessonId(episode.key)), now)
    if (row !== null) await storage.put([row])
  }
  return changed.map((record) => ({ kind: 'episode', record }))
}

/** One row for a session and a key: met again, it is the same episode. */
export const episodeId = (sessionId: string, key: string): string =>
  `${key}-${shortHash(sessionId)}`

export function toEpisode(
  { lastRedAt, ...told }: LedgerEpisode,
  input: Omit<SaveEpisodesInput, 'episodes' | 'storage' | 'store'>,
  known: readonly Episode[] = [],
): Episode {
  const { sessionId, now, isOver } = input
  const episode = { ...told, lastRedAt }
  const same = known.find((one) => one.key === told.key && one.greenStep === told.greenStep)
  const old = told.state === 'resolved' ? (same ?? null) : null
  const weakened = told.state === 'resolved' && isWeakened(episode, old, input)
  const isOpen = told.state === 'open' || weakened
  return {
    ...told,
    tried: input.isLeft?.(episode) === true ? [] : told.tried,
    id: episodeId(sessionId, told.key),
    sessionId,
    weakened,
    resolvedBy: weakened ? null : resolutionOf(episode, old, input),
    state: isOpen ? (isOver ? 'abandoned' : 'open') : 'resolved',
    startedAt: toInstant(told.startedAt) ?? now,
    endedAt: told.state === 'open' && !isOver ? null : (toInstant(told.endedAt) ?? now),
  }
}

type Terms = Pick<SaveEpisodesInput, 'isWeakened' | 'isGreenNow' | 'isSameTree'>

/** Only a stop looks at the change: what it found holds until one finds it whole, and the checks green. */
function isWeakened(episode: LedgerEpisode, old: Episode | null, input: Terms): boolean {
  const isNow = input.isWeakened(episode)
  const isWhole = isNow === false && input.isGreenNow === true
  return isNow === true || (old?.weakened === true && !isWhole)
}

/** What was found at the first look holds for the same green, with what a trial has seen of it since. */
function resolutionOf(
  episode: LedgerEpisode,
  old: Episode | null,
  { isSameTree = null }: Terms,
): Episode['resolvedBy'] {
  // What ended it then was the weakening, and that is gone.
  if (old?.weakened === true) return { files: [], hunks: [], commands: [], commit: null }
  if (old !== null && old.resolvedBy !== null) return old.resolvedBy
  const { resolvedBy } = episode
  // The session changed nothing; only a look at the tree shows that nothing else did.
  if (resolvedBy?.again !== true || isSameTree?.(episode) === true) return resolvedBy
  const { again: _, ...rest } = resolvedBy
  return rest
}

function toInstant(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

const isLeftOpen = (one: Episode, told: readonly Episode[]): boolean =>
  one.state === 'open' && !told.some(({ id }) => id === one.id)

const abandon =
  (now: string) =>
  (one: Episode): Episode => ({ ...one, state: 'abandoned', endedAt: now })

/** Whatever the clock says, the same facts are no news. */
function isKnown(episode: Episode, known: readonly Episode[]): boolean {
  const old = known.find(({ id }) => id === episode.id)
  return old !== undefined && factsOf(old) === factsOf(episode)
}

const factsOf = (episode: Episode): string =>
  JSON.stringify({ ...episode, startedAt: null, endedAt: null })
