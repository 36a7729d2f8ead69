import { tables } from '../sql/tables.js'

/** A statement of the common SQL for a database that several projects share. */
export interface ScopedSql {
  /** `$1` is the project. */
  text: string
  /** `$2` is the number of an event: the next one, or the first of the values. */
  eventNumber: 'next' | 'given' | null
}

const NAMES = [
  'events',
  'sessions',
  'cache',
  'sums',
  ...Object.values(tables).map(({ name }) => name),
]
const TABLE = `(${NAMES.join('|')})`
const INSERT = new RegExp(`^INSERT INTO ${TABLE} \\((.+?)\\) VALUES \\(`)
const FROM = new RegExp(`\\bFROM ${TABLE}\\b( WHERE\\b)?`, 'g')
/** Ways to a table that are not looked at here. */
const OTHER_WAY = /\bJOIN\b|\bUPDATE (?!SET\b)|\bFROM \w+\s*,/
const NUMBERED_EVENT = 'INSERT INTO events (id, '
const NEW_EVENT = 'INSERT INTO events ('

/**
 * Puts the project into every place where a table is read or written. A statement that would touch no
 * project's rows, or those of all, is refused: there is no other way to the tables.
 */
export function scopeSql(sql: string): ScopedSql {
  const eventNumber = numberOf(sql)
  const extra = eventNumber === 'next' ? NUMBERED : PROJECT
  let isScoped = false
  const scoped = sql
    .replace(INSERT, (_, table: string, columns: string) => {
      isScoped = true
      return `INSERT INTO ${table} (${extra.columns}, ${columns}) VALUES (${extra.values}, `
    })
    .replace(FROM, (_, table: string, where: string | undefined) => {
      isScoped = true
      return `FROM ${table} WHERE project = $1${where === undefined ? '' : ' AND'}`
    })
    .replace('ON CONFLICT (id)', 'ON CONFLICT (project, id)')
  if (!isScoped || OTHER_WAY.test(sql)) throw new TypeError(`Not the rows of one project: ${sql}`)
  // An insert begins with the project's own mark; elsewhere it is written out above.
  let marks = INSERT.test(sql) ? 0 : 1
  return { text: scoped.replaceAll('?', () => `$${(marks += 1)}`), eventNumber }
}

/** The same for an insert of many rows: each column is an array, in the order of the values. */
export function scopeRows(sql: string): ScopedSql {
  const eventNumber = numberOf(sql)
  const { text } = scopeSql(sql)
  const [, columns = ''] = /\((.+?)\) VALUES /.exec(text) ?? []
  const arrays = columns.split(', ').slice(1).map(toArray).join(', ')
  return {
    text: text.replace(/VALUES \(.+?\)/, `SELECT $1, * FROM unnest(${arrays})`),
    eventNumber,
  }

  function toArray(column: string, index: number): string {
    const type = eventNumber !== null && column === 'id' ? 'bigint' : 'text'
    return `$${index + 2}::${type}[]`
  }
}

const PROJECT = { columns: 'project', values: '?' }
const NUMBERED = { columns: 'project, id', values: '?, ?' }

function numberOf(sql: string): ScopedSql['eventNumber'] {
  if (sql.startsWith(NUMBERED_EVENT)) return 'given'
  return sql.startsWith(NEW_EVENT) ? 'next' : null
}
