import type { TextColumns } from './text-columns.js'

/**
 * An FTS5 table that follows a table of records through triggers. Its rows have keys of their own:
 * VACUUM may renumber the rows of a table whose key is a text.
 */
export function createSqliteTextIndex(table: string, columns: TextColumns): string[] {
  const names = Object.keys(columns).join(', ')
  const [text, keys] = [`${table}_text`, `${table}_keys`]
  const seq = (row: 'new' | 'old') => `(SELECT seq FROM ${keys} WHERE id = ${row}.id)`
  const put = `INSERT INTO ${text} (rowid, ${names}) VALUES (${seq('new')}, ${values(columns, 'new')});`
  const drop = `DELETE FROM ${text} WHERE rowid = ${seq('old')};`
  return [
    `CREATE TABLE ${keys} (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE) STRICT`,
    `CREATE VIRTUAL TABLE ${text} USING fts5 (${names}, tokenize = 'unicode61')`,
    `CREATE TRIGGER ${text}_insert AFTER INSERT ON ${table} BEGIN INSERT INTO ${keys} (id) VALUES (new.id); ${put} END`,
    `CREATE TRIGGER ${text}_update AFTER UPDATE OF body ON ${table} WHEN ${changed(columns)} BEGIN ${drop} ${put} END`,
    `CREATE TRIGGER ${text}_delete AFTER DELETE ON ${table} BEGIN ${drop} DELETE FROM ${keys} WHERE id = old.id; END`,
    `INSERT INTO ${keys} (id) SELECT id FROM ${table}`,
    `INSERT INTO ${text} (rowid, ${names}) SELECT seq, ${values(columns, table)} FROM ${table} JOIN ${keys} ON ${keys}.id = ${table}.id`,
  ]
}

export const dropSqliteTextIndex = (table: string): string[] => [
  ...['insert', 'update', 'delete'].map((event) => `DROP TRIGGER ${table}_text_${event}`),
  `DROP TABLE ${table}_text`,
  `DROP TABLE ${table}_keys`,
]

const values = (columns: TextColumns, row: string): string =>
  Object.values(columns)
    .map((paths) => textOf(paths, row))
    .join(', ')

/** An array or object comes out as its JSON, of which the tokenizer keeps the words. */
const textOf = (paths: readonly string[], row: string): string =>
  paths.map((path) => `coalesce(json_extract(${row}.body, '$.${path}'), '')`).join(` || ' ' || `)

const changed = (columns: TextColumns): string =>
  Object.values(columns)
    .map((paths) => `${textOf(paths, 'new')} IS NOT ${textOf(paths, 'old')}`)
    .join(' OR ')

/** The ids and bodies that match, best first, or newest first when asked. */
export function selectSqliteMatches(
  table: string,
  byTime: boolean,
  conditions: readonly string[],
): string {
  const [text, keys] = [`${table}_text`, `${table}_keys`]
  const order = byTime ? `${table}.at DESC, ${table}.id DESC` : 'rank'
  const also = conditions.map((condition) => ` AND ${table}.${condition}`).join('')
  return (
    `SELECT ${table}.body AS body FROM ${text} JOIN ${keys} ON ${keys}.seq = ${text}.rowid ` +
    `JOIN ${table} ON ${table}.id = ${keys}.id WHERE ${text} MATCH ?${also} ORDER BY ${order} LIMIT ?`
  )
}

type Phrases = Readonly<Record<string, readonly string[]>>

/** Rows with any of the phrases of `any`, and one for each column of `all`. */
export function sqliteMatch(any: Phrases, all: Phrases): string {
  const alternatives = Object.entries(any)
    .filter(([, phrases]) => phrases.length > 0)
    .map(inColumn)
  return [`(${alternatives.join(' OR ')})`, ...Object.entries(all).map(inColumn)].join(' AND ')
}

const inColumn = ([column, phrases]: [string, readonly string[]]): string =>
  `${column} : (${phrases.map(quote).join(' OR ')})`

/** Quoted whole, so nothing in it is syntax. */
const quote = (phrase: string): string => `"${phrase.replaceAll('"', '""')}"`
