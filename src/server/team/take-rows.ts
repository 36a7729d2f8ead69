import { isDeepStrictEqual } from 'node:util'
import type { TeamBatch, TeamFacts, TeamReceipt, TeamSessions } from '../../schema/api/team.js'
import { MAX_TEAM_ROWS, NO_MATCH, TeamRowKind } from '../../schema/api/team.js'
import { recordSchemas } from '../../schema/records.js'
import type { RecordOf, RecordWrite } from '../../schema/records.js'
import type { LogEvent } from '../../schema/log-event.js'
import type { Store } from '../../store.js'
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

/** What was sent, but by the person, behind a place in the log, which is in commit order. */
export async function readFacts(
  store: Store,
  { person, after, share }: { person: string | null; after: number; share: Share },
): Promise<Omit<TeamFacts, 'people'>> {
  const asked = { after, kinds: [...FACTS.keys()], limit: MAX_TEAM_ROWS }
  const events = await store.readEvents(asked)
  // The last word on each: what was taken back is told, what is too old is not.
  const changed = new Map(
    events.map(({ kind, body }) => {
      const { id, removed } = body as { id?: unknown; removed?: unknown }
      const last = { id: String(id), kind: FACTS.get(kind)!, isGone: removed === true }
      return [`${kind} ${last.id}`, last]
    }),
  )
  const others = [...changed.values()].filter(({ id }) => senderOf(id) !== person)
  const rows = await Promise.all(
    others.map(async ({ kind, id }) => {
      if (kind === 'self_line') return store.get(kind, id)
      const episode = await store.get(kind, id)
      return episode === null ? null : toSharedRow(kind, episode, share)
    }),
  )
  const last = events.at(-1)
  return {
    rows: rows.filter((row) => row !== null),
    gone: others.flatMap(({ id, isGone }) => (isGone ? [id] : [])),
    next: last?.id ?? after,
    more: events.length === MAX_TEAM_ROWS,
    ...(last === undefined ? {} : { mark: markOf(last) }),
  }
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
      reason: toSharedRow('session_outcome', one, share)?.reason ?? '',
      red: one.checks.red,
      endedAt: one.endedAt,
      asked: demands.filter(({ state }) => state === 'asked').map(({ sentence }) => sentence),
    }
  })
  return { sessions: await Promise.all(sessions) }
}
