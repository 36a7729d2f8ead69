/**
 * What was learnt here goes to the team, each row once, as far as it is shared, and what others learnt
 * comes back. What comes in is held against this project's own files before it is kept.
 */
import type { TrackedFiles } from '../read/repository/tracked-files.js'
import { lessonOfEpisodes } from '../memory/episode-lessons.js'
import type { LessonStorage } from '../memory/lesson-storage.js'
import { factsLessonId } from '../memory/recall/lesson-items.js'
import {
  KNOWS_OWN,
  MARK_HEADER,
  MAX_ROW_CHARS,
  NEWEST_FIRST,
  NO_MATCH,
  TeamFacts,
  TeamReceipt,
  TeamRowKind,
  TOO_LONG,
} from '../schema/api/team.js'
import type { Episode } from '../schema/episode.js'
import { ReflectError } from '../schema/error.js'
import type { OutboxRow } from '../schema/outbox-row.js'
import type { SelfLine } from '../schema/self-line.js'
import { listTeamLines, MAX_TEAM_LINES } from '../self/team-lines.js'
import type { Paged, Place, Store } from '../store.js'
import { clip } from '../util/clip.js'
import { shortHash } from '../util/loose-json.js'
import { askTeam } from './ask-team.js'
import type { TeamLogin } from './login-file.js'
import { teamOf } from './places.js'
import { fetchProposals, keepProposals } from './proposals.js'
import { receiveEpisode } from './receive-episode.js'
import { receiveLine } from './receive-line.js'
import type { KnownHere } from './receive-line.js'
import { isReceivedId, receivedId } from './received-id.js'
import { isWithdrawn, toSharedRow } from './shared-row.js'
import type { Share } from './shared-row.js'

export interface SyncInput {
  store: Store
  storage: LessonStorage
  tracked: TrackedFiles
  login: TeamLogin
  share: Share
  /** Names of agents, and of the checks that a person added here. */
  agents: readonly string[]
  checks: readonly string[]
  now(): Date
  signal: AbortSignal
}

export interface SyncReport {
  sent: number
  /** The server had them already. */
  known: number
  refused: number
  /** Why, as far as the server says, each once. */
  reasons: string[]
  received: number
  /** Came in, and named nothing that this project has. */
  passedOver: number
  /** Of others, which this person has neither accepted nor declined. */
  proposals: number
}

const BATCH = 50
const PAGE = 500
/** Of one key; as many as a lesson is made of. */
const MAX_OF_KEY = 200
/** Sessions of this machine whose models it knows. */
const MAX_OUTCOMES = 1000
/** At once; the rest comes with the next sync. */
const MAX_PAGES = 20
/** A server that does not know a kind of rows, or a word in one, may be a newer one by then. */
const ASK_AGAIN_MS = 3_600_000
const NOT_YET = "The team's server does not know rows like this one yet."
const NEVER = '9999-12-31T23:59:59.999Z'

export async function syncTeam(input: SyncInput): Promise<SyncReport> {
  const mayAdd = input.login.role !== 'viewer'
  if (mayAdd) await fillOutbox(input)
  let delivered = mayAdd ? await deliver(input) : { sent: 0, known: 0, refused: 0, reasons: [] }
  const mayRead = input.login.role !== 'ingest'
  if (!mayRead) return { ...delivered, received: 0, passedOver: 0, proposals: 0 }
  let received = await receive(input)
  if (received === null) {
    await startAgain(input)
    if (mayAdd) delivered = add(delivered, await deliver(input))
    received = (await receive(input)) ?? { received: 0, passedOver: 0 }
  }
  const found = await fetchProposals(input.login, input.signal).catch((error: unknown) => {
    // An older server knows of no proposals.
    if (error instanceof ReflectError && error.code === 'not-found') return []
    throw error
  })
  const proposals = await keepProposals(input.store, input.login, found, input.now())
  return { ...delivered, ...received, proposals }
}

const LOGGED = new Map(TeamRowKind.options.map((kind) => [`record.${kind}`, kind]))

/** Each version of a record that is shared gets one row, however often this is done. */
async function fillOutbox(input: SyncInput): Promise<void> {
  const { store, login, share, now } = input
  const cursor = cursorOf('out', login)
  const at = now().toISOString()
  const known = await store.readCache(cursor, at)
  let after = Number(known ?? 0)
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
      if (isReceivedId(id)) continue
      const record = isGone ? null : await store.get(kind, id)
      const row = record === null ? null : toSharedRow(kind, record, share)
      // To a team that it never sent to it has nothing to take back.
      const isLost = isGone || (known !== null && record !== null && isWithdrawn(kind, record))
      if (row === null && !isLost) continue
      const operation = row === null ? 'forget' : 'put'
      const outboxId = await outboxIdOf(input, id, operation, row ?? { forget: id })
      if ((await store.get('outbox', outboxId)) !== null) continue
      await store.add([put({ ...waiting(outboxId, kind, id, at), operation })])
    }
    after = events.at(-1)?.id ?? after
    await store.writeCache(cursor, String(after), NEVER)
    if (events.length < PAGE) return
  }
}

/** What was taken back and is shared again is another row than the first time. */
async function outboxIdOf(
  { store, login }: SyncInput,
  recordId: string,
  operation: OutboxRow['operation'],
  row: object,
): Promise<string> {
  const team = teamOf(login)
  const earlier = await store.list('outbox', { subject: recordId })
  const last = earlier.find(({ id }) => id.startsWith(`${team}-`))
  const isTurned = last !== undefined && last.operation !== operation
  return `${team}-${shortHash(`${JSON.stringify(row)}${isTurned ? last.id : ''}`)}`
}

/** Null for what is not to be sent any more: a row that is gone, or one that is shared again. */
async function toSend(row: OutboxRow, store: Store, share: Share): Promise<unknown> {
  const kind = TeamRowKind.safeParse(row.kind)
  if (!kind.success) return null
  const shared = await sharedRow(store, kind.data, row.recordId, share)
  if (row.operation === 'put') return shared
  return shared === null ? { id: row.recordId } : null
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

type Delivered = Pick<SyncReport, 'sent' | 'known' | 'refused' | 'reasons'>

const add = (a: Delivered, b: Delivered): Delivered => ({
  sent: a.sent + b.sent,
  known: a.known + b.known,
  refused: a.refused + b.refused,
  reasons: [...new Set([...a.reasons, ...b.reasons])],
})

/** A batch that may have come through is sent again under the same keys: the server knows them. */
async function deliver(input: SyncInput): Promise<Delivered> {
  const { store, login, now, signal } = input
  let total: Delivered = { sent: 0, known: 0, refused: 0, reasons: [] }
  for await (const due of dueBatches(input)) {
    const batch = await toBatch(due, input)
    if (batch.length === 0) continue
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
    const misfits = receipt.refused.filter(({ reason }) => reason === NO_MATCH)
    const notYet = new Set([...(receipt.unknown ?? []), ...misfits.map(({ id }) => id)])
    const sentAt = now().toISOString()
    const nextAttemptAt = new Date(now().getTime() + ASK_AGAIN_MS).toISOString()
    await store.add(
      batch.map(({ row }) => {
        if (notYet.has(row.id)) return put({ ...row, nextAttemptAt, lastError: NOT_YET })
        const lastError = why.get(row.id)
        return put(
          lastError === undefined
            ? { ...row, state: 'sent', sentAt, lastError: null }
            : { ...row, state: 'refused', lastError: clip(lastError, 200) },
        )
      }),
    )
    const refused = batch.filter(({ row }) => why.has(row.id) && !notYet.has(row.id))
    const sent = batch.filter(({ row }) => !why.has(row.id) && !notYet.has(row.id)).length
    total = add(total, {
      sent,
      known: Math.min(receipt.known, sent),
      refused: refused.length,
      reasons: refused.map(({ row }) => clip(why.get(row.id)!, 200)),
    })
  }
  return total
}

const put = (record: OutboxRow) => ({ kind: 'outbox', record }) as const

const failed = ({ attempts }: OutboxRow, error: unknown) => ({
  attempts: attempts + 1,
  lastError: clip(error instanceof Error ? error.message : String(error), 200),
})

/** What is here no more, or shared no more, is not sent. */
async function toBatch(due: readonly OutboxRow[], { store, share, now }: SyncInput) {
  const batch: { row: OutboxRow; shared: unknown }[] = []
  for (const row of due) {
    const shared = await toSend(row, store, share)
    // It would keep the others of its batch from being taken.
    if ((JSON.stringify(shared) ?? '').length > MAX_ROW_CHARS)
      await store.add([put({ ...row, state: 'refused', lastError: TOO_LONG })])
    else if (shared === null) await store.remove('outbox', row.id, now().toISOString())
    else batch.push({ row, shared })
  }
  return batch
}

/** What waits for this team, and not for a later hour, oldest first. */
async function* dueBatches({ store, login, now }: SyncInput): AsyncGenerator<OutboxRow[]> {
  const at = now().toISOString()
  const asked = { state: 'waiting', order: 'oldest', limit: PAGE } as const
  for (let place: Place | null | undefined; place !== null;) {
    const { rows, next }: Paged<OutboxRow> = await store.page(
      'outbox',
      place === undefined ? asked : { ...asked, beyond: place },
    )
    const due = rows.filter(
      ({ id, nextAttemptAt }) => id.startsWith(`${teamOf(login)}-`) && (nextAttemptAt ?? '') <= at,
    )
    for (let from = 0; from < due.length; from += BATCH) yield due.slice(from, from + BATCH)
    place = next
  }
}

type Received = Pick<SyncReport, 'received' | 'passedOver'>

/** null where the server has an older copy of its log than this machine has seen. */
async function receive(input: SyncInput): Promise<Received | null> {
  const { store, login, now } = input
  const known = await store.readCache(cursorOf('in', login), now().toISOString())
  const total = { received: 0, passedOver: 0 }
  const isFirst = known === null || known === '0'
  if (!isFirst && !(await receiveNew(Number(known), total, input))) return null
  const older = await readOlder(input)
  if (isFirst) await receiveOlder({ place: 0, pages: 0 }, total, input)
  else if (older !== null) await receiveOlder(older, total, input)
  return total
}

/** What came since this machine last asked, in its order; false where the log is another one. */
async function receiveNew(from: number, total: Received, input: SyncInput): Promise<boolean> {
  const { store, login, now } = input
  const marked = cursorOf('mark', login)
  let after = from
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const mark = await store.readCache(marked, now().toISOString())
    const headers = mark === null || mark === '' ? {} : { [MARK_HEADER]: mark }
    const facts = await askFacts(after, headers, input)
    if (facts.isRestored === true) return false
    if (facts.next < after) {
      throw new ReflectError('io-failed', "The team's server goes backwards in its own log")
    }
    await takeFacts(facts, total, input)
    if (facts.next !== after) await moveTo(facts, input)
    after = facts.next
    if (!facts.more) break
  }
  return true
}

/** As many as a machine's first fetch takes: what is older is of no use to a session any more. */
const MAX_FIRST_PAGES = 20
/** What of it is not here by then comes with the next sync. */
const FIRST_FETCH_MS = 8000

interface OlderPlace {
  /** 0 before the first answer. */
  place: number
  pages: number
}

/** The newest first, and older ones behind them, until there are enough. */
async function receiveOlder(from: OlderPlace, total: Received, input: SyncInput): Promise<void> {
  const { store, login, now } = input
  const started = now().getTime()
  let { place, pages } = from
  do {
    const facts = await askFacts(place, NEWEST_FIRST, input)
    // An older server begins with the oldest, and goes on from there.
    const isFirst = place === 0
    pages += 1
    place = (pages < MAX_FIRST_PAGES ? facts.older : null) ?? 0
    await takeFacts(facts, total, input)
    await store.writeCache(cursorOf('older', login), place === 0 ? '' : `${place} ${pages}`, NEVER)
    if (isFirst) await moveTo(facts, input)
    if (facts.older === undefined && facts.more) await receiveNew(facts.next, total, input)
  } while (place !== 0 && now().getTime() - started < FIRST_FETCH_MS)
}

async function readOlder({ store, login, now }: SyncInput): Promise<OlderPlace | null> {
  const kept = await store.readCache(cursorOf('older', login), now().toISOString())
  const [, place, pages] = /^(\d{1,15}) (\d{1,3})$/.exec(kept ?? '') ?? []
  return place === undefined ? null : { place: Number(place), pages: Number(pages) }
}

const askFacts = (
  after: number,
  headers: Readonly<Record<string, string>>,
  { login, signal }: SyncInput,
): Promise<TeamFacts> =>
  askTeam(
    { ...login, signal, headers: { ...KNOWS_OWN, ...headers } },
    `GET /facts?after=${after}`,
    TeamFacts,
  )

async function takeFacts(facts: TeamFacts, total: Received, input: SyncInput): Promise<void> {
  const rows = await notOfThisMachine(facts.rows, input)
  const kept = await keep({ ...facts, rows }, input)
  await drop(facts.gone, input)
  total.received += kept
  total.passedOver += rows.length - kept
}

/** From here on what is new is asked for. An older server leaves no mark. */
async function moveTo({ next, mark }: TeamFacts, { store, login }: SyncInput): Promise<void> {
  await store.writeCache(cursorOf('mark', login), mark ?? '', NEVER)
  await store.writeCache(cursorOf('in', login), String(next), NEVER)
}

/**
 * The team's database was restored from a backup: what was sent since may be gone there, and other lines
 * have the numbers that this machine knows. What the server still has, it knows by its keys.
 */
async function startAgain({ store, login }: SyncInput): Promise<void> {
  const asked = { state: 'sent', order: 'oldest', limit: PAGE } as const
  for (let place: Place | null | undefined; place !== null;) {
    const { rows, next }: Paged<OutboxRow> = await store.page(
      'outbox',
      place === undefined ? asked : { ...asked, beyond: place },
    )
    const ours = rows.filter(({ id }) => id.startsWith(`${teamOf(login)}-`))
    await store.add(ours.map((row) => put({ ...row, state: 'waiting' })))
    place = next
  }
  await store.writeCache(cursorOf('mark', login), '', NEVER)
  await store.writeCache(cursorOf('in', login), '0', NEVER)
}

/** A person may have several machines; what this one sent is no news to it. */
async function notOfThisMachine(
  rows: readonly unknown[],
  { store, login }: SyncInput,
): Promise<unknown[]> {
  const own = `${login.person}-`
  const others: unknown[] = []
  for (const row of rows) {
    const { id } = (row ?? {}) as { id?: unknown }
    const isOwn = typeof id === 'string' && id.startsWith(own)
    if (!isOwn || !(await isKnownHere(store, id.slice(own.length)))) others.push(row)
  }
  return others
}

/** Of what was sent long ago the outbox knows no more; what was deleted here only the outbox knows. */
const isKnownHere = async (store: Store, recordId: string): Promise<boolean> =>
  (await store.list('outbox', { subject: recordId, limit: 1 })).length > 0 ||
  (await store.get('episode', recordId)) !== null ||
  (await store.get('self_line', recordId)) !== null

/** Keeps episodes and lines as facts of the team, and makes the lessons of the episodes anew. */
async function keep({ rows, people }: TeamFacts, input: SyncInput): Promise<number> {
  const { store, tracked, now } = input
  const names = new Map(people.map(({ person, name }) => [person, name]))
  const terms = { tracked, nameOf: (person: string) => names.get(person), now: now() }
  const episodes: Episode[] = []
  const others: unknown[] = []
  for (const row of rows) {
    const episode = await receiveEpisode(row, terms)
    if (episode !== null) episodes.push(episode)
    else others.push(row)
  }
  await store.add(
    episodes.map((record) => ({ kind: 'episode', record, visibility: 'shared' }) as const),
  )
  await makeLessons(new Set(episodes.map((episode) => episode.key)), input)
  return episodes.length + (await keepLines(others, input))
}

async function keepLines(rows: readonly unknown[], input: SyncInput): Promise<number> {
  const { store, tracked, now } = input
  if (rows.length === 0) return 0
  const known = await readKnown(input)
  const ids = new Set((await listTeamLines(store)).map(({ id }) => id))
  const lines: SelfLine[] = []
  for (const row of rows) {
    const line = await receiveLine(row, { tracked, known, now: now() })
    if (line === null || (ids.size >= MAX_TEAM_LINES && !ids.has(line.id))) continue
    ids.add(line.id)
    lines.push(line)
  }
  await store.add(
    lines.map((record) => ({ kind: 'self_line', record, visibility: 'shared' }) as const),
  )
  return lines.length
}

async function readKnown({ store, agents, checks }: SyncInput): Promise<KnownHere> {
  const outcomes = await store.list('session_outcome', { limit: MAX_OUTCOMES })
  return {
    agents: new Set(agents),
    models: new Set(outcomes.flatMap(({ model }) => model ?? [])),
    skills: new Set(await store.listSubjects('skill_state')),
    checks: new Set(checks),
  }
}

/** What its author took back goes here, too, and out of the lesson that it was part of. */
async function drop(ids: readonly string[], input: SyncInput): Promise<void> {
  const { store, now } = input
  const keys = new Set<string>()
  for (const id of ids.map(receivedId)) {
    await store.remove('self_line', id, now().toISOString())
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

/** When rows last went to this team; null before the first. */
export async function readLastSent(store: Store, login: TeamLogin): Promise<string | null> {
  const sent = await store.list('outbox', { state: 'sent', limit: PAGE })
  const ours = sent.filter(({ id }) => id.startsWith(`${teamOf(login)}-`))
  return ours.map(({ sentAt }) => sentAt ?? '').reduce((a, b) => (a > b ? a : b), '') || null
}

const cursorOf = (way: 'in' | 'out' | 'mark' | 'older', login: TeamLogin): string =>
  `team-${way}-${teamOf(login)}`
