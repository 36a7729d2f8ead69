/**
 * Full text over the log: what was asked, said at the end, run and changed, and the points of each stop. A
 * reader brings the index up to date before it asks, as with sums, so that a hook pays nothing for it.
 */
import { JUDGED_ACTION } from '../../schema/judged-action.js'
import type { HitKind, LogHit, LogSearch } from '../../schema/search.js'
import type { SqlConnection, SqlRow, SqlValue } from './driver.js'
import type { Statement } from './statements.js'

/** One line of the log has at most this many texts. The key of a text is below zero: then the newest of equals come first. */
const PLACES = 4
/** A longer text is searched by its beginning. */
const MAX_CHARS = 20_000
/** Up to so many matches are put in order of their worth; of more, the newest come first. */
const MAX_RANKED = 20_000
const MARK = 'search_indexed'
/** Around a word that was found; no text has them. */
const MARKS = ['\u0001', '\u0002'] as const
const SNIPPET_WORDS = 18

export const createSearch = (tableSuffix: string): string[] => [
  `CREATE TABLE search_sessions (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, verdict TEXT)${tableSuffix}`,
  `CREATE TABLE search_keys (id INTEGER PRIMARY KEY, at TEXT NOT NULL, session INTEGER, kind TEXT NOT NULL, record TEXT)${tableSuffix}`,
  'CREATE INDEX search_keys_record ON search_keys (record) WHERE record IS NOT NULL',
  `CREATE VIRTUAL TABLE search_text USING fts5 (words, files, tags, tokenize = 'unicode61')`,
  // What a search is narrowed by says nothing of how well a text fits.
  `INSERT INTO search_text (search_text, rank) VALUES ('rank', 'bm25(1.0, 1.0, 0.0)')`,
  'CREATE TRIGGER search_event_gone AFTER DELETE ON events WHEN EXISTS (SELECT 1 FROM search_keys ' +
    `WHERE ${ofLine('old.id')}) BEGIN DELETE FROM search_text WHERE rowid IN (SELECT id ` +
    `FROM search_keys WHERE ${ofLine('old.id')}); DELETE FROM search_keys WHERE ${ofLine('old.id')}; ` +
    'END',
  'CREATE TRIGGER search_entry_gone AFTER DELETE ON interaction_log BEGIN DELETE FROM search_text ' +
    'WHERE rowid IN (SELECT id FROM search_keys WHERE record = old.id); DELETE FROM search_keys ' +
    'WHERE record = old.id; END',
  `CREATE TRIGGER search_session_gone AFTER DELETE ON sessions BEGIN DELETE FROM search_sessions WHERE id = old.id; END`,
]

function ofLine(id: string): string {
  return `id BETWEEN -(${id} * ${PLACES} + ${PLACES - 1}) AND -(${id} * ${PLACES})`
}

const text = (field: string, body = 'events.body'): string => `json_extract(${body}, '$.${field}')`
const judged = (path: string): string => `json_extract(note.note, '$.${path}')`
const joined = (path: string, value: string): string =>
  `(SELECT group_concat(${value}, ' · ') FROM json_each(${judged(path)}))`

interface Source {
  kind: HitKind
  place: number
  words: string
  files?: string
  where: string
}

const OF_EVENTS: readonly Source[] = [
  {
    kind: 'request',
    place: 0,
    words: text('text'),
    where: `events.kind = 'agent.prompt-submitted' AND ${text('origin')} = 'human'`,
  },
  {
    kind: 'closing',
    place: 0,
    words: text('lastMessage'),
    where: `events.kind = 'agent.session-stopped'`,
  },
  {
    kind: 'command',
    place: 0,
    words: text('call.action'),
    where: `events.kind = 'agent.tool-finished' AND ${text('call.toolKind')} = 'command'`,
  },
  {
    kind: 'file',
    place: 0,
    words: text('call.action'),
    files: text('call.action'),
    where: `events.kind = 'agent.tool-finished' AND ${text('call.toolKind')} = 'edit'`,
  },
]

const FACT = `json_extract(value, '$.fact') || coalesce(': ' || json_extract(value, '$.quote'), '')`

/** A client that tells of no call has them in its transcript, which was judged. */
const OF_JUDGED: readonly Source[] = [
  { kind: 'point', place: 0, words: joined('gates', FACT), where: '1' },
  {
    kind: 'command',
    place: 1,
    words: joined('facts.commands', `json_extract(value, '$.command')`),
    where: '1',
  },
  {
    kind: 'file',
    place: 2,
    words: joined('facts.filesChanged', 'value'),
    files: joined('facts.filesChanged', 'value'),
    where: '1',
  },
  {
    kind: 'request',
    place: 3,
    words: judged('facts.asked'),
    where: `NOT EXISTS (SELECT 1 FROM events AS prompt WHERE prompt.session_id = note.session_id AND prompt.kind = 'agent.prompt-submitted')`,
  },
]

const SPAN = 'events.id > ? AND events.id <= ?'
const NOTES =
  'SELECT events.id, events.at, events.session_id, entry.id AS record, ' +
  `iif(json_valid(${text('output', 'entry.body')}), ${text('output', 'entry.body')}, '{}') AS note ` +
  `FROM events JOIN interaction_log AS entry ON entry.id = ${text('id')} ` +
  `WHERE ${SPAN} AND events.kind = 'record.interaction' AND entry.subject = '${JUDGED_ACTION}'`

/** Each gives a key, its columns and its texts, for the lines of a span of ids. */
const READS: readonly string[] = [
  ...OF_EVENTS.map(
    ({ kind, place, words, files, where }) =>
      `SELECT -(events.id * ${PLACES} + ${place}) AS id, events.at AS at, ` +
      `events.session_id AS session_id, '${kind}' AS kind, NULL AS record, substr(${words}, 1, ` +
      `${MAX_CHARS}) AS words, ${files ?? `''`} AS files FROM events WHERE ${SPAN} AND ${where}`,
  ),
  ...OF_JUDGED.map(
    ({ kind, place, words, files, where }) =>
      `SELECT -(note.id * ${PLACES} + ${place}) AS id, note.at AS at, note.session_id AS session_id, ` +
      `'${kind}' AS kind, note.record AS record, substr(${words}, 1, ${MAX_CHARS}) AS words, ` +
      `${files ?? `''`} AS files FROM (${NOTES}) AS note WHERE ${where}`,
  ),
]

/** Sessions of a span that are new to the index get a number; those that were judged get their last verdict. */
const NUMBER_SESSIONS =
  'INSERT INTO search_sessions (id) SELECT DISTINCT session_id FROM events ' +
  `WHERE ${SPAN} AND session_id IS NOT NULL ON CONFLICT (id) DO NOTHING`
const JUDGE_SESSIONS =
  `UPDATE search_sessions SET verdict = (SELECT ${verdictOf('body')} FROM verdicts ` +
  'WHERE verdicts.session_id = search_sessions.id ORDER BY at DESC, id DESC LIMIT 1) ' +
  `WHERE id IN (SELECT session_id FROM events WHERE ${SPAN} AND (kind || '') = 'record.verdict')`

function verdictOf(body: string): string {
  const [complete, person] = ['complete', 'requires_human_action'].map((name) => text(name, body))
  return `CASE WHEN ${complete} = 1 THEN 'done' WHEN ${person} = 1 THEN 'needs_person' WHEN ${complete} = 0 THEN 'not_done' ELSE 'unproven' END`
}

/** Takes at most so many further lines in; returns how many are left. */
export async function indexLog(connection: SqlConnection, limit: number): Promise<number> {
  const from = await readMark(connection)
  const [end] = await connection.all(
    'SELECT max(id) AS id FROM (SELECT id FROM events WHERE id > ? ORDER BY id LIMIT ?)',
    [from, limit],
  )
  const to = Number(end?.['id'] ?? 0)
  if (to > from) {
    await connection.run(NUMBER_SESSIONS, [from, to])
    await connection.run(JUDGE_SESSIONS, [from, to])
    await take(connection, [from, to])
    await connection.run(
      'INSERT INTO meta (id, value) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value',
      [MARK, String(to)],
    )
  }
  return countLeft(connection, Math.max(from, to))
}

const OF_SESSION =
  `SELECT text.*, n, ${text('agent', 'sessions.body')} AS agent, ` +
  `${text('projectRoot', 'sessions.body')} AS project FROM text ` +
  'LEFT JOIN search_sessions ON search_sessions.id = text.session_id ' +
  'LEFT JOIN sessions ON sessions.id = text.session_id'

async function take(connection: SqlConnection, span: SqlValue[]): Promise<void> {
  const rows: SqlRow[] = []
  for (const read of READS) {
    const texts = `WITH text AS MATERIALIZED (SELECT * FROM (${read}) WHERE words <> '') ${OF_SESSION}`
    rows.push(...(await connection.all(texts, span)))
  }
  // In the order of their keys: a key that is below the one before makes the index write out what it has.
  rows.sort((a, b) => Number(a['id']) - Number(b['id']))
  await connection.runMany(
    'INSERT INTO search_keys (id, at, session, kind, record) VALUES (?, ?, ?, ?, ?)',
    rows.map((row) => [
      row['id']!,
      row['at']!,
      row['n'] ?? null,
      row['kind']!,
      row['record'] ?? null,
    ]),
  )
  await connection.runMany(
    'INSERT INTO search_text (rowid, words, files, tags) VALUES (?, ?, ?, ?)',
    rows.map((row) => [row['id']!, row['words']!, row['files']!, tagsOf(row)]),
  )
}

/** What a search can be narrowed by, each as one word. */
const tagsOf = ({ kind, at, n, agent, project }: SqlRow): string =>
  [
    tag('kind', String(kind)),
    tag('day', String(at).slice(0, 10)),
    ...(n === null ? [] : [tag('session', String(n))]),
    ...(agent === null ? [] : [tag('agent', String(agent))]),
    ...(project === null ? [] : [tag('project', String(project))]),
  ].join(' ')

type TagName = 'kind' | 'day' | 'session' | 'agent' | 'project'

/** Letters and digits alone, so that it stays one word, and different for what differs. */
const tag = (name: TagName, value: string): string => name + Buffer.from(value).toString('hex')

async function readMark(connection: SqlConnection): Promise<number> {
  const [mark] = await connection.all('SELECT value FROM meta WHERE id = ?', [MARK])
  return Number(mark?.['value'] ?? 0)
}

/** How many lines the index does not have. */
export const countUnindexed = async (connection: SqlConnection): Promise<number> =>
  countLeft(connection, await readMark(connection))

/** Ids leave no gaps but by deletion, so their difference is close enough for a progress. */
async function countLeft(connection: SqlConnection, from: number): Promise<number> {
  const [last] = await connection.all('SELECT max(id) AS id FROM events')
  return Math.max(0, Number(last?.['id'] ?? 0) - from)
}

interface Found {
  hits: LogHit[]
  taken: number
  matches: number
  isCapped: boolean
}

const NOTHING: Found = { hits: [], taken: 0, matches: 0, isCapped: false }
/** So many sessions, the latest ones, are looked through for those that changed a file. */
const MAX_SESSIONS = 400
/** Lines are written about when they happen; so many around an instant are looked at for its first. */
const NEAR = 1000

/** The hits of a question; nothing for one without words. */
export async function searchLog(connection: SqlConnection, query: LogSearch): Promise<Found> {
  const match = await matchOf(connection, query)
  if (match === null) return NOTHING
  const first = await firstOf(connection, query.since)
  const [counted] = await connection.all(
    `SELECT count(*) AS matches FROM (SELECT 1 FROM search_text WHERE search_text MATCH ? AND rowid <= ? LIMIT ${MAX_RANKED + 1})`,
    [match, first],
  )
  const matches = Number(counted?.['matches'])
  if (matches === 0) return NOTHING
  const isCapped = matches > MAX_RANKED
  const { sql, values } = select(match, first, { ...query, isCapped })
  const rows = await connection.all(sql, values)
  return {
    matches: Math.min(matches, MAX_RANKED),
    isCapped,
    taken: rows.length,
    hits: once(rows).map((row) => ({
      kind: row['kind'] as HitKind,
      sessionId: row['session_id'] as string | null,
      at: String(row['at']),
      snippet: toParts(String(row['snippet'])),
    })),
  }
}

/** Of equal texts of one session the first. */
function once(rows: readonly SqlRow[]): SqlRow[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const key = `${row['kind']} ${row['session_id']} ${row['snippet']}`
    return !seen.has(key) && seen.add(key)
  })
}

/** What a text has to have, in the words of the index; null where nothing can fit. */
export async function matchOf(connection: SqlConnection, query: LogSearch): Promise<string | null> {
  const words = toMatch(query.words)
  const tags = await tagsAsked(connection, query)
  if (words === null || tags === null) return null
  return [`{words files} : (${words})`, ...tags].join(' AND ')
}

/** What has to be among the tags; null where nothing fits. */
async function tagsAsked(connection: SqlConnection, query: LogSearch): Promise<string[] | null> {
  const { kind, day, agent, project, file } = query
  const asked = [
    ...(kind === undefined ? [] : [[tag('kind', kind)]]),
    ...(day === undefined ? [] : [[tag('day', day)]]),
    ...(agent === undefined ? [] : [[tag('agent', agent)]]),
    ...(project === undefined ? [] : [[tag('project', project)]]),
    ...(file === undefined ? [] : [await sessionsWith(connection, file)]),
  ]
  if (asked.some((tags) => tags.length === 0)) return null
  return asked.map((tags) => `tags : (${tags.join(' OR ')})`)
}

/** The sessions that changed a file, latest first, as tags. */
async function sessionsWith(connection: SqlConnection, file: string): Promise<string[]> {
  const match = toMatch(`"${file.replaceAll('"', ' ')}"`)
  if (match === null) return []
  const rows = await connection.all(
    'SELECT DISTINCT session FROM (SELECT rowid FROM search_text WHERE search_text MATCH ? ' +
      `ORDER BY rowid LIMIT ${MAX_RANKED}) AS hit JOIN search_keys ON search_keys.id = hit.rowid ` +
      `WHERE session IS NOT NULL LIMIT ${MAX_SESSIONS}`,
    [`files : (${match})`],
  )
  return rows.map((row) => tag('session', String(row['session'])))
}

async function firstOf(connection: SqlConnection, since: string | undefined): Promise<number> {
  if (since === undefined) return 0
  const [first] = await connection.all(
    `SELECT min(id) AS id FROM (SELECT id FROM events WHERE at >= ? ORDER BY at, id LIMIT ${NEAR})`,
    [since],
  )
  const id = first?.['id'] ?? null
  return id === null ? Number.MIN_SAFE_INTEGER : -Number(id) * PLACES
}

/** Rows come out of the index in their order, so what is asked of a row is looked at for as many as are shown. */
function select(
  match: string,
  first: number,
  { isCapped, limit, skip, since, verdict }: LogSearch & { isCapped: boolean },
): Statement {
  const order = isCapped ? 'search_text.rowid' : 'rank'
  const asked = [
    ...(since === undefined ? [] : [{ sql: 'search_keys.at >= ?', value: since }]),
    ...(verdict === undefined ? [] : [{ sql: 'search_sessions.verdict = ?', value: verdict }]),
  ]
  const where = asked.map(({ sql }) => ` AND ${sql}`).join('')
  return {
    sql:
      'SELECT search_keys.kind AS kind, search_keys.at AS at, search_sessions.id AS session_id, ' +
      `snippet(search_text, -1, '${MARKS[0]}', '${MARKS[1]}', '…', ${SNIPPET_WORDS}) AS snippet ` +
      'FROM search_text CROSS JOIN search_keys ON search_keys.id = search_text.rowid ' +
      'LEFT JOIN search_sessions ON search_sessions.n = search_keys.session ' +
      `WHERE search_text MATCH ? AND search_text.rowid <= ?${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
    values: [match, first, ...asked.map(({ value }) => value), limit, skip],
  }
}

const MAX_WORDS = 16
const IN_QUOTES_OR_NOT = /"([^"]*)"?|[^\s"]+/gu

/** All of the words; those in quotes together; one that ends in a star by its beginning. null: no word is there. */
function toMatch(words: string): string | null {
  const phrases = [...words.matchAll(IN_QUOTES_OR_NOT)]
    .map(([whole, quoted]) => quoted ?? whole)
    .filter((phrase) => /[\p{L}\p{N}]/u.test(phrase))
    .slice(0, MAX_WORDS)
    .map((phrase) => `"${phrase}"${phrase.endsWith('*') ? '*' : ''}`)
  return phrases.length === 0 ? null : phrases.join(' AND ')
}

/** What was found stands at every second place. */
const toParts = (snippet: string): string[] =>
  snippet.replaceAll(MARKS[1], MARKS[0]).split(MARKS[0])
