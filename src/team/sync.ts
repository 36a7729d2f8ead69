/**
 * What was learnt here goes to the team, each row once, as far as it is shared, and what others learnt
 * comes back. What comes in is held against this project's own files before it is kept.
 */
import type { TrackedFiles } from '../evidence/repository/tracked-files.js'
import { lessonOfEpisodes } from '../memory/episode-lessons.js'
import type { LessonStorage } from '../memory/lesson-storage.js'
import { factsLessonId } from '../memory/recall/lesson-items.js'
import { TeamFacts, TeamReceipt, TeamRowKind } from '../schema/api/team.js'
import type { Episode } from '../schema/episode.js'
import { ReflectError } from '../schema/error.js'
import type { OutboxRow } from '../schema/outbox-row.js'
import type { Store } from '../store.js'
import { clip } from '../util/clip.js'
import { shortHash } from '../util/loose-json.js'
import { askTeam } from './ask-team.js'
import type { TeamLogin } from './login-file.js'
import { isReceivedId, receivedId, receiveEpisode } from './receive-episode.js'
import { toSharedRow } from './shared-row.js'
import type { Share } from './shared-row.js'

export interface SyncInput {
  store: Store
  storage: LessonStorage
  tracked: TrackedFiles
  login: TeamLogin
  share: Share
  now(): Date
  signal: AbortSignal
}

export interface SyncReport {
  sent: number
  /** The server had them already. */
  known: number
  refused: number
  received: number
  /** Came in, and named nothing that this project has. */
  passedOver: number
}

const BATCH = 50
const PAGE = 500
/** Of one key; as many as a lesson is made of. */
const MAX_OF_KEY = 200
/** At once; the rest comes with the next sync. */
const MAX_PAGES = 20
const NEVER = '9999-12-31T23:59:59.999Z'

export async function syncTeam(input: SyncInput): Promise<SyncReport> {
  const mayAdd = input.login.role !== 'viewer'
  if (mayAdd) await fillOutbox(input)
  const delivered = mayAdd ? await deliver(input) : { sent: 0, known: 0, refused: 0 }
  const mayRead = input.login.role !== 'ingest'
  return { ...delivered, ...(mayRead ? await receive(input) : { received: 0, passedOver: 0 }) }
}

const LOGGED = new Map(TeamRowKind.options.map((kind) => [`record.${kind}`, kind]))

/** Each version of a record that is shared gets one row, however often this is done. */
async function fillOutbox({ store, login, share, now }: SyncInput): Promise<void> {
  const cursor = cursorOf('out', login)
  const at = now().toISOString()
  let after = Number((await store.readCache(cursor, at)) ?? 0)
  for (;;) {
    const events = await store.readEvents({ after, kinds: [...LOGGED.keys()], limit: PAGE })
    const changed = new Map(
      events.map(({ kind, body }) => {
        const { id, removed } = body as { id?: unknown; removed?: unknown }
        const isGone = removed === true
        return [`${kind} ${String(id)}`, { kind: LOGGED.get(kind)!, id: String(id), isGone }]
      }),
    )
    for (const { kind, id, isGone } of changed.values()) {
      const row = isGone ? { forget: id } : await sharedRow(store, kind, id, share)
      if (row === null || (isGone && isReceivedId(id))) continue
      const outboxId = `${teamOf(login)}-${shortHash(JSON.stringify(row))}`
      if ((await store.get('outbox', outboxId)) !== null) continue
      const operation = isGone ? 'forget' : 'put'
      await store.add([put({ ...waiting(outboxId, kind, id, at), operation })])
    }
    after = events.at(-1)?.id ?? after
    await store.writeCache(cursor, String(after), NEVER)
    if (events.length < PAGE) return
  }
}

async function toSend(row: OutboxRow, store: Store, share: Share): Promise<unknown> {
  if (row.operation === 'forget') return { id: row.recordId }
  const kind = TeamRowKind.safeParse(row.kind)
  return kind.success ? sharedRow(store, kind.data, row.recordId, share) : null
}

async function sharedRow(store: Store, kind: TeamRowKind, id: string, share: Share) {
  const record = await store.get(kind, id)
  return record === null ? null : toSharedRow(kind, record, share)
}

const waiting = (
  id: string,
  kind: TeamRowKind,
  recordId: string,
  createdAt: string,
): OutboxRow => ({
  id,
  kind,
  recordId,
  operation: 'put',
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: null,
  lastError: null,
  createdAt,
  sentAt: null,
})

/** A batch that may have come through is sent again under the same keys: the server knows them. */
async function deliver(input: SyncInput): Promise<Pick<SyncReport, 'sent' | 'known' | 'refused'>> {
  const { store, login, now, signal } = input
  const total = { sent: 0, known: 0, refused: 0 }
  for (;;) {
    const batch = await nextBatch(input)
    if (batch.length === 0) return total
    const rows = batch.map(({ row, shared }) => ({
      id: row.id,
      kind: row.kind,
      operation: row.operation,
      row: shared,
    }))
    let receipt: TeamReceipt
    try {
      receipt = await askTeam({ ...login, signal }, 'POST /rows', TeamReceipt, { rows })
    } catch (error) {
      await store.add(batch.map(({ row }) => put({ ...row, ...failed(row, error) })))
      throw error
    }
    const why = new Map(receipt.refused.map(({ id, reason }) => [id, reason]))
    const sentAt = now().toISOString()
    await store.add(
      batch.map(({ row }) => {
        const lastError = why.get(row.id)
        return put(
          lastError === undefined
            ? { ...row, state: 'sent', sentAt, lastError: null }
            : { ...row, state: 'refused', lastError: clip(lastError, 200) },
        )
      }),
    )
    const refused = batch.filter(({ row }) => why.has(row.id)).length
    total.refused += refused
    total.known += Math.min(receipt.known, batch.length - refused)
    total.sent += batch.length - refused
  }
}

const put = (record: OutboxRow) => ({ kind: 'outbox', record }) as const

const failed = ({ attempts }: OutboxRow, error: unknown) => ({
  attempts: attempts + 1,
  lastError: clip(error instanceof Error ? error.message : String(error), 200),
})

/** The oldest that wait for this team. What is here no more, or shared no more, is not sent. */
async function nextBatch({ store, login, share, now }: SyncInput) {
  for (;;) {
    const found = await store.list('outbox', { state: 'waiting', order: 'oldest', limit: PAGE })
    const ours = found.filter(({ id }) => id.startsWith(`${teamOf(login)}-`)).slice(0, BATCH)
    const batch: { row: OutboxRow; shared: unknown }[] = []
    for (const row of ours) {
      const shared = await toSend(row, store, share)
      if (shared === null) await store.remove('outbox', row.id, now().toISOString())
      else batch.push({ row, shared })
    }
    if (batch.length > 0 || ours.length === 0) return batch
  }
}

async function receive(input: SyncInput): Promise<Pick<SyncReport, 'received' | 'passedOver'>> {
  const { store, login, now, signal } = input
  const cursor = cursorOf('in', login)
  let after = Number((await store.readCache(cursor, now().toISOString())) ?? 0)
  const total = { received: 0, passedOver: 0 }
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const facts = await askTeam({ ...login, signal }, `GET /facts?after=${after}`, TeamFacts)
    if (facts.next < after) {
      throw new ReflectError('io-failed', "The team's server goes backwards in its own log")
    }
    const kept = await keep(facts.rows, input)
    await drop(facts.gone, input)
    total.received += kept
    total.passedOver += facts.rows.length - kept
    after = facts.next
    await store.writeCache(cursor, String(after), NEVER)
    if (!facts.more) break
  }
  return total
}

/** Keeps episodes as facts of the team, and makes their lessons anew. */
async function keep(rows: readonly unknown[], input: SyncInput): Promise<number> {
  const { store, tracked } = input
  const episodes: Episode[] = []
  for (const row of rows) {
    const episode = await receiveEpisode(row, tracked)
    if (episode !== null) episodes.push(episode)
  }
  await store.add(
    episodes.map((record) => ({ kind: 'episode', record, visibility: 'shared' }) as const),
  )
  await makeLessons(new Set(episodes.map((episode) => episode.key)), input)
  return episodes.length
}

/** What its author took back goes here, too, and out of the lesson that it was part of. */
async function drop(ids: readonly string[], input: SyncInput): Promise<void> {
  const { store, now } = input
  const keys = new Set<string>()
  for (const id of ids.map(receivedId)) {
    const episode = await store.get('episode', id)
    if (episode === null) continue
    keys.add(episode.key)
    await store.remove('episode', id, now().toISOString())
  }
  await makeLessons(keys, input)
}

async function makeLessons(
  keys: ReadonlySet<string>,
  { store, storage, now }: SyncInput,
): Promise<void> {
  const at = now().toISOString()
  for (const key of keys) {
    const all = await store.list('episode', { subject: key, limit: MAX_OF_KEY })
    const id = factsLessonId(key)
    const lesson = lessonOfEpisodes(all, await storage.get(id), at)
    if (lesson !== null) await storage.put([lesson])
    else await storage.remove(id, at)
  }
}

const teamOf = ({ url, project }: TeamLogin): string => shortHash(`${url}\n${project}`)
const cursorOf = (way: 'in' | 'out', login: TeamLogin): string => `team-${way}-${teamOf(login)}`
