import type { SqlConnection, SqlRow, SqlValue } from '../sql/driver.js'
import { ask } from './ask.js'
import type { PostgresServer } from './ask.js'
import type { PgClient } from './pg-library.js'
import { scopeRows, scopeSql } from './scope-sql.js'
import type { ScopedSql } from './scope-sql.js'

export interface ProjectConnectionOptions {
  project: string
  hide(text: string): string
  /** The number of the project's last event; null where nothing is written. */
  lastEvent: number | null
}

interface Prepared extends ScopedSql {
  name: string
}

const prepared = new Map<string, Prepared>()
const preparedMany = new Map<string, Prepared>()

/** A connection on which every statement is one about one project. */
export class ProjectConnection implements SqlConnection {
  lastEvent: number | null
  #server: PostgresServer
  #client: PgClient
  #project: string
  #hide: (text: string) => string

  constructor(
    server: PostgresServer,
    client: PgClient,
    { project, hide, lastEvent }: ProjectConnectionOptions,
  ) {
    this.#server = server
    this.#client = client
    this.#project = project
    this.#hide = hide
    this.lastEvent = lastEvent
  }

  async all(sql: string, values: readonly SqlValue[] = []): Promise<SqlRow[]> {
    return (await this.#query(sql, values)).rows as SqlRow[]
  }

  async run(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0
  }

  async runMany(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    if (rows.length === 1) await this.run(sql, rows[0])
    if (rows.length < 2) return
    const { name, text, eventNumber } = prepare(preparedMany, sql, scopeRows)
    const bound = rows.map((values) => this.#bind(eventNumber, values))
    for (const some of eventNumber === null ? withoutRepeats(bound) : [bound]) {
      const columns = some[0]!.map((_, column) => some.map((values) => values[column]))
      const values = [this.#project, ...columns]
      await ask(this.#server, this.#client, { name, text, values })
    }
  }

  #query(sql: string, values: readonly SqlValue[]) {
    const { name, text, eventNumber } = prepare(prepared, sql, scopeSql)
    const all = [this.#project, ...this.#bind(eventNumber, values)]
    return ask(this.#server, this.#client, { name, text, values: all })
  }

  #bind(eventNumber: ScopedSql['eventNumber'], values: readonly SqlValue[]): SqlValue[] {
    const number = eventNumber === 'next' ? [this.#nextNumber()] : []
    if (eventNumber === 'given') this.lastEvent = Math.max(this.lastEvent ?? 0, Number(values[0]))
    const bound = values.map((value) => (typeof value === 'string' ? this.#toText(value) : value))
    return [...number, ...bound]
  }

  #nextNumber(): number {
    if (this.lastEvent === null) throw new TypeError('Events are written in a transaction')
    this.lastEvent += 1
    return this.lastEvent
  }

  /** The server has no NUL in a text. */
  #toText(value: string): string {
    return this.#hide(value).replaceAll('\0', '\u{fffd}')
  }
}

function prepare(
  known: Map<string, Prepared>,
  sql: string,
  scope: (sql: string) => ScopedSql,
): Prepared {
  const found = known.get(sql)
  if (found !== undefined) return found
  const name = `reflectory_${prepared.size + preparedMany.size}`
  const made = { ...scope(sql), name }
  known.set(sql, made)
  return made
}

/** Rows in their order, cut where an id comes again: one statement writes over a row once. */
function withoutRepeats(rows: readonly SqlValue[][]): SqlValue[][][] {
  const parts: SqlValue[][][] = []
  let ids = new Set<SqlValue>()
  for (const row of rows) {
    const id = row[0]!
    if (parts.length === 0 || ids.has(id)) {
      parts.push([])
      ids = new Set()
    }
    parts.at(-1)!.push(row)
    ids.add(id)
  }
  return parts
}
