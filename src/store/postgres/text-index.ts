import type { TextColumns } from '../sql/text-columns.js'

/** A match in one column is one of a weight: `tsvector` has four of them. */
const WEIGHTS = ['A', 'B', 'C', 'D'] as const

/** The columns of every index, in the order of the weights. */
const COLUMNS = ['words', 'files', 'places', 'reach']

/**
 * Words are runs of letters and digits, without accents and in small letters; `wordsOf` cuts a question
 * the same way. Cut to a length, because a `tsvector` holds no more than a megabyte.
 */
export const createTextFunctions = [
  // What a body may hold and the server's JSON may not: NUL and half a character, as escapes.
  `CREATE FUNCTION clean_json(body TEXT) RETURNS JSONB LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT regexp_replace(body, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\1 ', 'g')::jsonb
  $$`,
  `CREATE FUNCTION text_of(field JSONB) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE jsonb_typeof(field) WHEN 'boolean' THEN (field::text = 'true')::int::text WHEN 'null' THEN '' ELSE coalesce(field #>> '{}', '') END
  $$`,
  `CREATE FUNCTION index_words(value TEXT, weight TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(string_agg(quote_literal(left(word, 400)) || ':' || least(place, 16383) || weight, ' '), '')::tsvector
    FROM regexp_split_to_table(lower(regexp_replace(normalize(left(value, 100000), NFD), '[\\u0300-\\u036f]', '', 'g')), '[^a-z0-9\\u0080-\\U0010ffff]+')
      WITH ORDINALITY AS words (word, place)
    WHERE word <> ''
  $$`,
]

/** A column that the server keeps up to date by itself, and its index. */
export const createTextIndex = (table: string, columns: TextColumns, schema: string): string[] => [
  `ALTER TABLE ${table} ADD COLUMN words TSVECTOR GENERATED ALWAYS AS (${vectorOf(columns, schema)}) STORED`,
  `CREATE INDEX ${table}_words ON ${table} USING gin (words)`,
]

const vectorOf = (columns: TextColumns, schema: string): string =>
  Object.entries(columns)
    .map(([column, paths]) => {
      const text = paths.map(
        (path) =>
          `${schema}.text_of(${schema}.clean_json(body) #> '{${path.replaceAll('.', ',')}}')`,
      )
      return `${schema}.index_words(${text.map((one) => `coalesce(${one}, '')`).join(` || ' ' || `)}, '${weightOf(column)}')`
    })
    .join(' || ')

const weightOf = (column: string): string => WEIGHTS[COLUMNS.indexOf(column)]!

/** Bodies that match, best first, or newest first when asked. */
export function selectPostgresMatches(
  table: string,
  byTime: boolean,
  conditions: readonly string[],
): string {
  const asked = '(SELECT query FROM asked)'
  const also = conditions.map((condition) => ` AND ${condition}`).join('')
  const order = byTime ? '' : `ts_rank(words, ${asked}) DESC, `
  return `WITH asked AS (SELECT ?::tsquery AS query) SELECT body FROM ${table} WHERE words @@ ${asked}${also} ORDER BY ${order}at DESC, id DESC LIMIT ?`
}

type Phrases = Readonly<Record<string, readonly string[]>>

/** Rows with any of the phrases of `any`, and one for each column of `all`. */
export function postgresMatch(any: Phrases, all: Phrases): string {
  const alternatives = Object.entries(any).flatMap(inColumn)
  if (alternatives.length === 0) return ''
  const required = Object.entries(all).map((phrases) => `(${inColumn(phrases).join(' | ')})`)
  return [`(${alternatives.join(' | ')})`, ...required].join(' & ')
}

const inColumn = ([column, phrases]: [string, readonly string[]]): string[] =>
  phrases.flatMap((phrase) => {
    const words = wordsOf(phrase).map((word) => `'${word}':${weightOf(column)}`)
    return words.length === 0 ? [] : [`(${words.join(' <-> ')})`]
  })

/** Nothing that is syntax is left in a word. */
const wordsOf = (phrase: string): string[] =>
  phrase
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9\u0080-\u{10ffff}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 400))
