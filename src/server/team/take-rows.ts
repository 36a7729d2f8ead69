import { isDeepStrictEqual } from 'node:util'
import type { TeamBatch, TeamFacts, TeamReceipt, TeamSessions } from '../../schema/api/team.js'
import {
  MAX_ROW_CHARS,
  MAX_TEAM_ROWS,
  NO_MATCH,
  TeamRowKind,
  TOO_LONG,
} from '../../schema/api/team.js'
import { recordSchemas } from '../../schema/records.js'
import type { RecordOf, RecordWrite } from '../../schema/records.js'
import type { LogEvent } from '../../schema/log-event.js'
import type { Store } from '../../store.js'
import { clip } from '../../util/clip.js'
import { shortHash } from '../../util/loose-json.js'
import { notAhead } from '../../team/not-ahead.js'
import { senderOf } from '../../team/sender-of.js'
import { toSharedRow } from '../../team/shared-row.js'
import type { Share } from '../../team/shared-row.js'

interface TakeTerms {
  /** Who sends them. */
  person: string
  now: string
  /** What the project takes. */
  readShare(): Promise<Share>
}

interface Taken {
  key: string
  id: string
  write: RecordWrite
}

/**
 * Takes rows of one person, each once: the line that logs it has its key, so a batch that is sent again, in
 * whole or in part, changes nothing. A row that does not fit is named, and the
 * others are taken.
 */
export async function takeRows(
  store: Store,
  batch: TeamBatch,
  { person, now, readShare }: TakeTerms,
): Promise<TeamReceipt> {
  const rows = batch.rows.flatMap((row) => {
    const kind = TeamRowKind.safeParse(row.kind)
    return kind.success ? [{ ...row, kind: kind.data }] : []
  })
  const unknown = batch.rows.filter((row) => !TeamRowKind.safeParse(row.kind).success)
  let share: Promise<Share> | undefined
  const shareOnce = () => (share ??= readShare())
  const refused: TeamReceipt['refused'] = []
  const fit: Taken[] = []
  for (const { id, kind, row } of rows.filter(({ operation }) => operation !== 'forget')) {
    if (isTooLong(row)) {
      refused.push({ id, reason: TOO_LONG })
      continue
    }
    const read = recordSchemas[kind]().safeParse(ofPerson(person, row))
    const reason = read.success ? whyNotTaken(kind, read.data) : NO_MATCH
    const onTime = read.success ? notAhead(kind, read.data, new Date(now)) : null
    const record = onTime === null ? null : await toTake(kind, onTime, shareOnce)
    if (record !== null && reason === null) {
      const write = { kind, record, visibility: 'shared' } as RecordWrite
      fit.push({ key: `team:${person}:${id}`, id, write })
    } else refused.push({ id, reason: reason ?? 'the project takes no messages' })
  }
  const distinct = [...new Map(fit.map((one) => [one.key, one])).values()]
  const input = { sessionId: null, key: null, alsoKeys: distinct.map(({ key }) => key) }
  const accepted = await store.transact(input, (_state, { logged }) => {
    const fresh = distinct.filter(({ key }) => !logged.has(key))
    return {
      state: null,
      events:
        fresh.length === 0
          ? []
          : [{ at: now, kind: 'team.received', sessionId: null, key: null, body: { person } }],
      writes: fresh.map(({ write, key }) => ({ ...write, key })),
      result: fresh.length,
    }
  })
  const asked = rows.filter(({ operation }) => operation === 'forget')
  let forgotten = 0
  for (const one of asked) if (await forget(store, person, one, now)) forgotten += 1
  const known = fit.length - accepted + asked.length - forgotten
  return {
    accepted: accepted + forgotten,
    known,
    refused,
    // Only to whoever sends such: an older machine knows no such field.
    ...(unknown.length === 0 ? {} : { unknown: unknown.map(({ id }) => id) }),
  }
}

const isTooLong = (row: unknown): boolean => (JSON.stringify(row) ?? '').length > MAX_ROW_CHARS

/** A row as far as the project takes it; null for one that is all message. */
async function toTake<K extends TeamRowKind>(
  kind: K,
  record: RecordOf<K>,
  readShare: TakeTerms['readShare'],
): Promise<RecordOf<K> | null> {
  // Whoever is told of a line makes its words anew.
  if (kind === 'self_line') return record
  const bare = toSharedRow(kind, record, 'records')
  if (isDeepStrictEqual(bare, record)) return record
  return (await readShare()) === 'messages' ? record : bare
}

/** Once, like everything that comes; false when it was done before. */
async function forget(
  store: Store,
  person: string,
  { id, kind, row }: TeamBatch['rows'][number] & { kind: TeamRowKind },
  at: string,
): Promise<boolean> {
  const key = `team:${person}:${id}`
  const target = String((row as { id?: unknown } | null)?.id)
  const done = await store.once(key, () => ({
    writes: [],
    removes: [{ kind, id: `${person}-${target}` }],
    events: [{ at, kind: 'team.received', sessionId: null, key, body: { person } }],
    result: true,
  }))
  return done === true
}

/** Ids of a person are that person's alone: none writes over another's rows. */
function ofPerson(person: string, row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  const { id, sessionId } = row as { id?: unknown; sessionId?: unknown }
  const session = 'sessionId' in row ? { sessionId: `${person}-${String(sessionId)}` } : {}
  return { ...row, id: `${person}-${String(id)}`, ...session }
}

function whyNotTaken(kind: TeamRowKind, row: object): string | null {
  const { state } = row as { state?: unknown }
  if (kind === 'episode' && state === 'open') return 'it has not ended'
  return kind === 'self_line' && state !== 'current' ? 'it does not hold now' : null
}

/** What agents of others are told of. */
const FACTS = new Map<string, 'episode' | 'self_line'>([
  ['record.episode', 'episode'],
  ['record.self_line', 'self_line'],
])

/** An answer has to be whole within a machine's patience: what does not fit comes with the next. */
const MAX_ANSWER_CHARS = 2_000_000
const AT_ONCE = 20

interface FactsQuery {
  person: string | null
  /** Behind this place in the log, which is in commit order; with the newest first, before it. */
  after: number
  share: Share
  isNewestFirst?: boolean
}

/** What was sent, but by the person. A row that is longer than any may be is passed over. */
export async function readFacts(
  store: Store,
  { person, after, share, isNewestFirst = false }: FactsQuery,
): Promise<Omit<TeamFacts, 'people'>> {
  const kinds = [...FACTS.keys()]
  const place = isNewestFirst
    ? { order: 'newest' as const, ...(after === 0 ? {} : { before: after }) }
    : { after }
  const events = await store.readEvents({ kinds, limit: MAX_TEAM_ROWS, ...place })
  const rows = new Map<string, unknown>()
  const gone = new Set<string>()
  let chars = 0
  let read = 0
  while (read < events.length && chars < MAX_ANSWER_CHARS) {
    const some = events.slice(read, read + AT_ONCE).map(({ kind, body }) => {
      const { id, removed } = body as { id?: unknown; removed?: unknown }
      return { id: String(id), kind: FACTS.get(kind)!, isGone: removed === true }
    })
    read += some.length
    const others = some.filter(({ id }) => senderOf(id) !== person)
    const found = await Promise.all(others.map(({ kind, id }) => factOf(store, kind, id, share)))
    for (const [at, { id, kind, isGone }] of others.entries()) {
      const name = `${kind} ${id}`
      if (isNewestFirst && (rows.has(name) || gone.has(id))) continue
      // The last word on each: what was taken back is told, what is too old is not.
      if (isGone) gone.add(id)
      else gone.delete(id)
      const text = JSON.stringify(found[at])
      if (found[at] === null || text.length > MAX_ROW_CHARS) continue
      rows.set(name, found[at])
      chars += text.length
    }
  }
  const last = events[read - 1]
  const isWhole = read === events.length && events.length < MAX_TEAM_ROWS
  const newest = isNewestFirst ? events[0] : last
  return {
    rows: [...rows.values()],
    gone: [...gone],
    next: newest?.id ?? (isNewestFirst ? 0 : after),
    ...(isNewestFirst ? { older: isWhole ? null : (last?.id ?? null) } : {}),
    more: !isWhole,
    ...(newest === undefined ? {} : { mark: markOf(newest) }),
  }
}

async function factOf(
  store: Store,
  kind: 'episode' | 'self_line',
  id: string,
  share: Share,
): Promise<unknown> {
  if (kind === 'self_line') return store.get(kind, id)
  const episode = await store.get(kind, id)
  return episode === null ? null : toSharedRow(kind, episode, share)
}

/**
 * Whether a place in the log still holds what a machine saw there. It does not where the database is an
 * older copy of itself, whose numbers were given anew since, or were not yet.
 */
export async function isAt(store: Store, place: number, mark: string): Promise<boolean> {
  if (place === 0) return true
  const [found] = await store.readEvents({ after: place - 1, limit: 1 })
  // Of an event that was too old only those behind it are left.
  return found !== undefined && (found.id > place || markOf(found) === mark)
}

const markOf = ({ id, at, kind, key, body }: LogEvent): string =>
  shortHash(JSON.stringify([id, at, kind, key, body]))

const MAX_SESSIONS = 50
const MAX_ASKED = 20
/** Of one text in a list; whole ones are with who sent them. */
export const MAX_SHOWN = 500

/** How sessions of a project ended, newest first, with what was asked for where that is shared. */
export async function readSessions(
  store: Store,
  nameOf: (person: string) => string,
  share: Share,
): Promise<TeamSessions> {
  const outcomes = await store.list('session_outcome', { limit: MAX_SESSIONS })
  const sessions = outcomes.map(async (one) => {
    const query = { sessionId: one.sessionId, order: 'oldest', limit: MAX_ASKED } as const
    const demands = share === 'messages' ? await store.list('demand', query) : []
    return {
      member: nameOf(senderOf(one.id)),
      agent: one.agent,
      status: one.status,
      basis: one.basis,
      reason: clip(toSharedRow('session_outcome', one, share)?.reason ?? '', MAX_SHOWN),
      red: one.checks.red.slice(0, MAX_ASKED).map((check) => clip(check, MAX_SHOWN)),
      endedAt: one.endedAt,
      asked: demands
        .filter(({ state }) => state === 'asked')
        .map(({ sentence }) => clip(sentence, MAX_SHOWN)),
    }
  })
  return { sessions: await Promise.all(sessions) }
}
