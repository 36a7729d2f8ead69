import type { Episode } from '../../schema/episode.js'
import type { TeamBatch, TeamFacts, TeamReceipt, TeamSessions } from '../../schema/api/team.js'
import { MAX_TEAM_ROWS } from '../../schema/api/team.js'
import { recordSchemas } from '../../schema/records.js'
import type { RecordWrite } from '../../schema/records.js'
import type { Store } from '../../store.js'

/** A store that holds what comes from many machines keeps the log of no session of theirs. */
const NO_SESSION = 'team'

interface Taken {
  key: string
  id: string
  write: RecordWrite
}

/**
 * Takes rows of one person, each once: its key is logged in the transaction that writes it, so a batch
 * that is sent again, in whole or in part, changes nothing. A row that does not fit is named, and the
 * others are taken.
 */
export async function takeRows(
  store: Store,
  person: string,
  { rows }: TeamBatch,
  now: string,
): Promise<TeamReceipt> {
  const refused: TeamReceipt['refused'] = []
  const fit: Taken[] = []
  for (const { id, kind, row } of rows.filter(({ operation }) => operation !== 'forget')) {
    const read = recordSchemas[kind]().safeParse(ofPerson(person, row))
    const reason = read.success ? whyNotTaken(read.data) : 'it does not match its contract'
    if (read.success && reason === null) {
      const write = { kind, record: read.data, visibility: 'shared' } as RecordWrite
      fit.push({ key: `team:${person}:${id}`, id, write })
    } else refused.push({ id, reason: reason! })
  }
  const distinct = [...new Map(fit.map((one) => [one.key, one])).values()]
  const input = { sessionId: NO_SESSION, key: null, alsoKeys: distinct.map(({ key }) => key) }
  const accepted = await store.transact(input, (_state, { logged }) => {
    const fresh = distinct.filter(({ key }) => !logged.has(key))
    return {
      state: null,
      events: fresh.map(({ key }) => ({
        at: now,
        kind: 'team.received',
        sessionId: null,
        key,
        body: { person },
      })),
      writes: fresh.map(({ write }) => write),
      result: fresh.length,
    }
  })
  const asked = rows.filter(({ operation }) => operation === 'forget')
  let forgotten = 0
  for (const one of asked) if (await forget(store, person, one, now)) forgotten += 1
  const known = fit.length - accepted + asked.length - forgotten
  return { accepted: accepted + forgotten, known, refused }
}

/** Once, like everything that comes; false when it was done before. */
async function forget(
  store: Store,
  person: string,
  { id, kind, row }: TeamBatch['rows'][number],
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
  return { ...row, id: `${person}-${String(id)}`, sessionId: `${person}-${String(sessionId)}` }
}

const whyNotTaken = (row: Partial<Pick<Episode, 'state'>> | object): string | null =>
  'state' in row && row.state === 'open' ? 'it has not ended' : null

/** What others of the team sent, behind a place in the log, which is in commit order. */
export async function readFacts(store: Store, person: string, after: number): Promise<TeamFacts> {
  const asked = { after, kinds: ['record.episode'], limit: MAX_TEAM_ROWS }
  const events = await store.readEvents(asked)
  // The last word on each: what was taken back is told, what is too old is not.
  const changed = new Map(
    events.map(({ body }) => {
      const { id, removed } = body as { id?: unknown; removed?: unknown }
      return [String(id), removed === true]
    }),
  )
  const others = [...changed].filter(([id]) => !id.startsWith(`${person}-`))
  const rows = await Promise.all(others.map(([id]) => store.get('episode', id)))
  return {
    rows: rows.filter((row) => row !== null),
    gone: others.flatMap(([id, isGone]) => (isGone ? [id] : [])),
    next: events.at(-1)?.id ?? after,
    more: events.length === MAX_TEAM_ROWS,
  }
}

const MAX_SESSIONS = 50
const MAX_ASKED = 20

/** How sessions of a project ended, newest first, with what was asked for where that is shared. */
export async function readSessions(
  store: Store,
  nameOf: (person: string) => string,
): Promise<TeamSessions> {
  const outcomes = await store.list('session_outcome', { limit: MAX_SESSIONS })
  const sessions = outcomes.map(async (one) => {
    const query = { sessionId: one.sessionId, order: 'oldest', limit: MAX_ASKED } as const
    const demands = await store.list('demand', query)
    return {
      member: nameOf(one.id.slice(0, one.id.indexOf('-'))),
      agent: one.agent,
      status: one.status,
      basis: one.basis,
      reason: one.reason,
      red: one.checks.red,
      endedAt: one.endedAt,
      asked: demands.filter(({ state }) => state === 'asked').map(({ sentence }) => sentence),
    }
  })
  return { sessions: await Promise.all(sessions) }
}
